# Writes the models with graphs inside nodes to FOLDER, optimizes MODEL, and lets ONNX Runtime compare the two.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
find_program(node NAMES node nodejs REQUIRED)
set(before ${FOLDER}/${MODEL}.onnx)
set(after ${FOLDER}/${MODEL}.optimized.onnx)

file(MAKE_DIRECTORY ${FOLDER})
run(${WRITER} ${FOLDER})
run(${PROGRAM} optimize ${before} -o ${after} --device h100 --budget 100 --time 10 --fail-below 1)
run(${node} ${SCRIPT} ${before} ${after} --tolerance 1e-4)
