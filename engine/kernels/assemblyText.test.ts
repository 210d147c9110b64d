import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assemblyFunctions, sameCode } from './assemblyText';
import { sameInstruction } from './sameInstruction';

const TEXT = `	.file	"kernel.c"
	.text
	.globl	scale                           # -- Begin function scale
scale:                                  # @scale
	.loc	1 3 0
	xorl	%eax, %eax /* from
	here */
.LBB0_1:
	movss	(%rdi,%rax,4), %xmm0            # xmm0 = mem[0],zero,zero,zero
	rep;movsq (%rsi), %es:(%rdi)
	jne	.LBB0_1
	retq
"a$b":	ret
	.section .rodata
table: .long 1
`;

test('functions are what labels name that are not local, each instruction at its line', () => {
  const functions = assemblyFunctions(TEXT);
  assert.deepEqual(
    functions.map(({ name, line, instructions }) => [name, line, instructions.map((one) => `${String(one.line)} ${one.text}`)]),
    [
      ['scale', 4, ['6 xorl %eax, %eax', '9 movss (%rdi,%rax,4), %xmm0', '10 rep movsq (%rsi), %es:(%rdi)', '11 jne .LBB0_1', '12 retq']],
      ['a$b', 13, ['13 ret']],
    ],
  );
});

test('a function is machine code whose instructions are its own, but for what fills', () => {
  const [scale] = assemblyFunctions(TEXT);
  assert.ok(scale !== undefined);
  const decoded = ['xor eax, eax', 'nop [rax+rax*1]', 'movss xmm0, dword ptr [rdi+rax*4]', 'rep movsq', 'jnz 0x1008', 'ret'];
  assert.deepEqual(sameCode(scale, decoded), { lines: [6, undefined, 9, 10, 11, 12] });
  const other = decoded.with(2, 'movss xmm0, dword ptr [rdi+rax*8]');
  assert.deepEqual(sameCode(scale, other), { written: { line: 9, text: 'movss (%rdi,%rax,4), %xmm0' }, decoded: other[2] });
  assert.deepEqual(sameCode(scale, decoded.slice(0, -1)), { written: { line: 12, text: 'retq' } });
  assert.deepEqual(sameCode(scale, [...decoded, 'ud2']), { decoded: 'ud2' });
});

test("an instruction is the same as AT&T's and as Intel's assembly have it", () => {
  for (const [written, decoded] of [
    ['movslq %edx, %rdx', 'movsxd rdx, edx'],
    ['movzbl %dl, %edx', 'movzx edx, dl'],
    ['cmovaeq %rax, %rcx', 'cmovnb rcx, rax'],
    ['andl $-4, %edi', 'and edi, 0xfffffffc'],
    ['movq %rcx, -120(%rbp)', 'mov [rbp-0x78], rcx'],
    ['sarl %eax', 'sar eax, 0x1'],
    ['imull $12, %eax', 'imul eax, eax, 0xc'],
    ['vfmadd231ps -764(%rdx,%rdi,4){1to16}, %zmm21, %zmm4', 'vfmadd231ps zmm4, zmm21, dword ptr [rdx+rdi*4-0x2fc] {1to16}'],
    ['vpcmpltud %zmm1, %zmm0, %k1', 'vpcmpud k1, zmm0, zmm1, 0x1'],
    ['vcvtsi2ssl %eax, %xmm1, %xmm0', 'vcvtsi2ss xmm0, xmm1, eax'],
    ['movss .LCPI0_0(%rip), %xmm0', 'movss xmm0, dword ptr [0x2000] <.rodata>'],
    ['lock xaddl %eax, (%rdi)', 'lock xadd [rdi], eax'],
    ['rep bsfq %rcx, %rdx', 'tzcnt rdx, rcx'],
    ['callq expf@PLT', 'call 0x2040 <expf>'],
  ] as const)
    assert.ok(sameInstruction(written, 'att', decoded), `${written} is ${decoded}`);
  assert.ok(sameInstruction('movabs r14, 6364136223846793005', 'intel', 'mov r14, 0x5851f42d4c957f2d'));
});

test('an instruction with another name, register, order or number is another', () => {
  for (const [written, decoded] of [
    ['addl %eax, %ecx', 'sub ecx, eax'],
    ['addl %eax, %ecx', 'add eax, ecx'],
    ['addl %eax, %ecx', 'add rcx, rax'],
    ['jae .L1', 'jnbe 0x10'],
    ['movl $8, %eax', 'mov eax, 0x9'],
    ['movl 8(%rax), %eax', 'mov eax, [rax+0x10]'],
    ['vmulps %zmm1, %zmm0, %zmm2', 'vmulps ymm2, ymm0, ymm1'],
    ['lock addl %eax, (%rdi)', 'add [rdi], eax'],
    ['movzbl %dl, %edx', 'movsx edx, dl'],
  ] as const)
    assert.ok(!sameInstruction(written, 'att', decoded), `${written} is not ${decoded}`);
});
