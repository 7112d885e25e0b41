# Makes the zoo's small MODEL in FOLDER, optimizes it, and lets ONNX Runtime compare the two.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
find_program(node NAMES node nodejs REQUIRED)
set(before ${FOLDER}/${MODEL}.onnx)
set(after ${FOLDER}/${MODEL}.optimized.onnx)

file(MAKE_DIRECTORY ${FOLDER})
run(${PROGRAM} zoo make ${MODEL} -o ${before} --small)
run(${PROGRAM} optimize ${before} -o ${after} --device h100 --budget 100)
run(${node} ${SCRIPT} ${before} ${after} --tolerance 1e-4)
