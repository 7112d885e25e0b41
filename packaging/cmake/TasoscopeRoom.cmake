# What every target of the project shares, and the one way to declare a room: a library that links only the rooms it may
# know (the arrows of the architecture), so that a forbidden include fails to compile. Rooms are static in programs that
# are installed; builds for tests alone share them (BUILD_SHARED_LIBS), since a hundred test programs that each hold
# all of the engine with the sanitizers' code take 12 GB.

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  # GCC's precompiled headers need the sloppiness and -fpch-preprocess; paths are relative to the source folder, so that
  # other checkouts and other build folders of the same depth share the cache.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} ${CCACHE_PROGRAM})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fpch-preprocess)
  endif()
endif()
add_compile_options(-ffile-prefix-map=${CMAKE_SOURCE_DIR}=.)

add_library(tasoscope_options INTERFACE)
target_compile_options(tasoscope_options INTERFACE -Wall -Wextra -Wconversion -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 sees these in inlined std::string, std::vector and std::optional code that is right (its bugs 105329, 105651).
  target_compile_options(tasoscope_options INTERFACE -Wno-array-bounds -Wno-maybe-uninitialized -Wno-restrict
    -Wno-stringop-overflow -Wno-stringop-overread)
endif()
if(TASOSCOPE_SANITIZE)
  target_compile_options(tasoscope_options INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  target_link_options(tasoscope_options INTERFACE -fsanitize=address,undefined)
endif()

# tasoscope_room(NAME [KNOWS rooms...] [LIBRARIES imported targets...]): the sources are the folder's *.cpp, also in
# subfolders; `#include "NAME/header.h"` works from every room that knows it.
function(tasoscope_room name)
  cmake_parse_arguments(ROOM "" "" "KNOWS;LIBRARIES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  if(NOT sources)  # a room of headers only
    set(sources ${CMAKE_CURRENT_BINARY_DIR}/headers_only.cpp)
    file(CONFIGURE OUTPUT ${sources} CONTENT "")
  endif()
  add_library(tasoscope_${name} ${sources})
  target_include_directories(tasoscope_${name} PUBLIC ${PROJECT_BINARY_DIR}/include/${name})
  # Each room is seen through a link of its own, so that a room it does not know is not on its include path.
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include/${name})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/include/${name}/${name} SYMBOLIC)
  list(TRANSFORM ROOM_KNOWS PREPEND tasoscope_)
  target_link_libraries(tasoscope_${name} PUBLIC ${ROOM_KNOWS} ${ROOM_LIBRARIES} PRIVATE tasoscope_options)
  target_precompile_headers(tasoscope_${name} PRIVATE <algorithm> <cstdint> <functional> <map> <memory> <optional>
    <span> <string> <string_view> <unordered_map> <utility> <variant> <vector>)
endfunction()

# tasoscope_embed(TARGET FUNCTION files...): compiles text files into the target; the generated header
# "TARGET_FUNCTION.h" declares `std::span<const tasoscope::EmbeddedFile> FUNCTION()` with each file's name and text.
function(tasoscope_embed target function)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/embedded)
  add_custom_command(
    OUTPUT ${folder}/${function}.cpp ${folder}/${function}.h
    COMMAND ${CMAKE_COMMAND} -DFUNCTION=${function} -DFOLDER=${folder} "-DFILES=${ARGN}" -P ${PROJECT_SOURCE_DIR}/packaging/cmake/Embed.cmake
    DEPENDS ${ARGN} ${PROJECT_SOURCE_DIR}/packaging/cmake/Embed.cmake
    VERBATIM)
  target_sources(${target} PRIVATE ${folder}/${function}.cpp)
  target_include_directories(${target} PRIVATE ${folder})
endfunction()
