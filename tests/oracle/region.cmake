# Makes the zoo's small MODEL in FOLDER, writes its nodes that begin with START as a model of their own, after STEPS
# substitutions, and lets ONNX Runtime compare what the part computes by itself and in the whole.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
find_program(node NAMES node nodejs REQUIRED)
set(model ${FOLDER}/${MODEL}.onnx)
set(region ${FOLDER}/${MODEL}.${STEPS}.region.onnx)
set(whole ${FOLDER}/${MODEL}.${STEPS}.whole.onnx)

file(MAKE_DIRECTORY ${FOLDER})
run(${PROGRAM} zoo make ${MODEL} -o ${model} --small)
run(${TOOL} ${model} ${START} ${STEPS} ${region} ${whole})
run(${node} ${SCRIPT} ${whole} ${region} --region --tolerance 1e-4)
