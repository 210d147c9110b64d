// Sizes that no tile divides.
func.func @matmul(%a: tensor<33x70xf32>, %b: tensor<70x41xf32>) -> tensor<33x41xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<33x41xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<33x41xf32>) -> tensor<33x41xf32>
  %c = linalg.matmul ins(%a, %b : tensor<33x70xf32>, tensor<70x41xf32>) outs(%init : tensor<33x41xf32>) -> tensor<33x41xf32>
  return %c : tensor<33x41xf32>
}
