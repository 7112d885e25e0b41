# Makes the zoo's small MODEL in FOLDER, optimizes it, and lets ONNX Runtime compare the two.
find_program(node NAMES node nodejs REQUIRED)
set(before ${FOLDER}/${MODEL}.onnx)
set(after ${FOLDER}/${MODEL}.optimized.onnx)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "exit status ${result} of: ${command}")
  endif()
endfunction()

file(MAKE_DIRECTORY ${FOLDER})
run(${PROGRAM} zoo make ${MODEL} -o ${before} --small)
run(${PROGRAM} optimize ${before} -o ${after} --device h100 --budget 100)
run(${node} ${SCRIPT} ${before} ${after} --tolerance 1e-4)
