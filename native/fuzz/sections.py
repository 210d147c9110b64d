"""Makes the corpora of debug_fuzz and library_fuzz from executables: sections.py FILE... Run it from the root; it keeps what is small."""
import os
import struct
import sys

SECTIONS = ['info', 'abbrev', 'str', 'line', 'line_str', 'str_offsets', 'addr', 'ranges', 'rnglists']
MOST = 81920  # bytes of an input
R_X86_64_RELATIVE, PT_LOAD = 8, 1


def sections(elf):
    shoff, = struct.unpack_from('<Q', elf, 0x28)
    number, names = struct.unpack_from('<HH', elf, 0x3C)
    if names >= number:
        return {}
    headers = [struct.unpack_from('<IIQQQQ', elf, shoff + 64 * i) for i in range(number)]
    text = headers[names][4]
    return {elf[text + h[0]:elf.index(b'\0', text + h[0])].decode(): elf[h[4]:h[4] + h[5]] if h[1] != 8 else b'' for h in headers}


def segments(elf):
    phoff, = struct.unpack_from('<Q', elf, 0x20)
    number, = struct.unpack_from('<H', elf, 0x38)
    for i in range(number):
        kind, _, offset, address, _, size = struct.unpack_from('<IIQQQQ', elf, phoff + 56 * i)
        if kind == PT_LOAD:
            yield address, elf[offset:offset + size]


def keep(target, file, data):
    if len(data) > MOST:
        return
    folder = os.path.join('native/fuzz/corpus', target)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, os.path.basename(file)), 'wb') as out:
        out.write(data)


for file in sys.argv[1:]:
    with open(file, 'rb') as opened:
        elf = opened.read()
    if elf[:5] != b'\x7fELF\x02':
        continue
    found = sections(elf)
    parts = [found.get('.debug_' + name, b'') for name in SECTIONS]
    if any(parts) and max(map(len, parts)) < 65536:
        lengths = struct.pack('<9H', *map(len, parts))
        keep('debug_fuzz', file, lengths + b''.join(parts) + found.get('.eh_frame', b''))
    memory = bytearray()
    for address, contents in segments(elf):
        memory.extend(bytes(max(0, address + len(contents) - len(memory))))
        memory[address:address + len(contents)] = contents
    relocations = found.get('.rela.dyn', b'')
    pointers = [struct.unpack_from('<QQq', relocations, at) for at in range(0, len(relocations) - 23, 24)]
    relative = [(at, to) for at, info, to in pointers if info & 0xFFFFFFFF == R_X86_64_RELATIVE]
    if relative and len(relative) < 65536:
        keep('library_fuzz', file, struct.pack('<H', len(relative)) + b''.join(struct.pack('<II', *one) for one in relative) + memory)
