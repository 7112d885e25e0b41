# Compares the models A and B and fails unless the comparison ends with the exit status STATUS.
find_program(node NAMES node nodejs REQUIRED)
execute_process(COMMAND ${node} ${SCRIPT} ${A} ${B} RESULT_VARIABLE result)
if(NOT result EQUAL STATUS)
  message(FATAL_ERROR "exit status ${result} where ${STATUS} was expected")
endif()
