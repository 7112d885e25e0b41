# cmake --install: the programs and what the desktop needs to know of them. Rules, device profiles and samples are
# compiled into the programs.
install(TARGETS tasoscope RUNTIME)
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(TASOSCOPE_EXPLORER)
  install(TARGETS tasoscope-explorer RUNTIME)
  install(FILES packaging/desktop/tasoscope-explorer.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
  install(FILES packaging/desktop/tasoscope.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
  install(FILES resources/icons/tasoscope.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
endif()
