# run(COMMAND ...): ends the script with an error unless the command ends with exit status 0.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "exit status ${result} of: ${command}")
  endif()
endfunction()
