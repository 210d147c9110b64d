{
  "targets": [
    {
      "target_name": "iree_replay",
      "sources": ["<!@(node scripts/sources.mjs addon build/units)"],
      "include_dirs": ["native/core"],
      "defines": ["ZYDIS_STATIC_BUILD", "ZYCORE_STATIC_BUILD", "ZYDIS_DISABLE_ENCODER", "NAPI_VERSION=9", "NAPI_DISABLE_CPP_EXCEPTIONS", "NODE_ADDON_API_DISABLE_DEPRECATED",
        # A header of the system is not looked at again when it is written anew, as by npm ci: another version compiles again by its name.
        "NODE_ADDON_API=<!(node -p \"require('node-addon-api/package.json').version\")"],
      "cflags_cc!": ["-std=gnu++17", "-std=gnu++20"],
      # A unit includes sources: what is in their unnamed namespaces is in a main file all the same.
      # GCC 12 sees overlapping copies in std::string where there are none (its PR 105651); clang does not know that warning.
      "cflags_cc": ["-std=c++20", "-fno-exceptions", "-fvisibility=hidden", "-Wall", "-Wextra", "-Werror", "-Wno-restrict", "-Wno-subobject-linkage", "-Wno-unknown-warning-option"],
      "variables": { "zydis": "<!(node scripts/zydis.mjs)", "napi": "<!(node -p \"require('path').resolve(require('node-addon-api').include_dir)\")" },
      # Units take memory: collected rarely, they compile in nine tenths of the time. -O3 costs a tenth more and is no faster.
      "cflags!": ["-O3"],
      "cflags": ["-O2", "-ffunction-sections", "-fdata-sections", "-isystem", "<(napi)", "-isystem", "<(zydis)", "-isystem", "<(zydis)/src", "-isystem", "<(zydis)/include"],
      "xcode_settings": {
        "CLANG_CXX_LANGUAGE_STANDARD": "c++20",
        "GCC_ENABLE_CPP_EXCEPTIONS": "NO",
        "GCC_SYMBOLS_PRIVATE_EXTERN": "YES",
        "MACOSX_DEPLOYMENT_TARGET": "12.0"
      },
      "conditions": [
        # The package must load beside an older C++ runtime than the one it was built with.
        ["OS=='linux'", { "ldflags": ["-static-libgcc", "-static-libstdc++", "-Wl,--gc-sections", "-Wl,--version-script=<(module_root_dir)/native/addon/exports.map"] }]
      ]
    }
  ]
}
