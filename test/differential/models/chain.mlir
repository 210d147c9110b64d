// Two products and the sums of rows. SCALE and EXTRA are replaced: by a number, and by sums that nothing depends on.
#rows = affine_map<(i, j) -> (i)>
#all = affine_map<(i, j) -> (i, j)>
func.func @chain(%x: tensor<64x64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant SCALE : f32
  %square = tensor.empty() : tensor<64x64xf32>
  %line = tensor.empty() : tensor<64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%square : tensor<64x64xf32>) -> tensor<64x64xf32>
  %none = linalg.fill ins(%zero : f32) outs(%line : tensor<64xf32>) -> tensor<64xf32>
  EXTRA
  %a = linalg.matmul ins(%x, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zeros : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = linalg.matmul ins(%a, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zeros : tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
    ins(%p : tensor<64x64xf32>) outs(%square : tensor<64x64xf32>) {
  ^bb0(%v: f32, %o: f32):
    %s = arith.mulf %v, %scale : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  %c = linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
    ins(%b : tensor<64x64xf32>) outs(%extra : tensor<64xf32>) {
  ^bb0(%v: f32, %o: f32):
    %s = arith.addf %v, %o : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  return %c : tensor<64xf32>
}
