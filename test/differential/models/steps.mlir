// Two results, the second from the first: a chain of dispatches, and a constant of the module.
func.func @steps(%a: tensor<64xi32>, %b: tensor<64xi32>) -> (tensor<64xi32>, tensor<i32>) {
  %zero = arith.constant 0 : i32
  %weights = arith.constant dense<"0x0100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D0000000E0000000F000000100000001100000012000000130000001400000015000000160000001700000018000000190000001A0000001B0000001C0000001D0000001E0000001F000000200000002100000022000000230000002400000025000000260000002700000028000000290000002A0000002B0000002C0000002D0000002E0000002F000000300000003100000032000000330000003400000035000000360000003700000038000000390000003A0000003B0000003C0000003D0000003E0000003F00000040000000"> : tensor<64xi32>
  %empty = tensor.empty() : tensor<64xi32>
  %sum = linalg.map { arith.addi } ins(%a, %b : tensor<64xi32>, tensor<64xi32>) outs(%empty : tensor<64xi32>)
  %scaled = linalg.map { arith.muli } ins(%sum, %weights : tensor<64xi32>, tensor<64xi32>) outs(%empty : tensor<64xi32>)
  %none = tensor.empty() : tensor<i32>
  %init = linalg.fill ins(%zero : i32) outs(%none : tensor<i32>) -> tensor<i32>
  %total = linalg.reduce ins(%scaled : tensor<64xi32>) outs(%init : tensor<i32>) dimensions = [0]
    (%x: i32, %acc: i32) {
      %next = arith.addi %x, %acc : i32
      linalg.yield %next : i32
    }
  return %scaled, %total : tensor<64xi32>, tensor<i32>
}
