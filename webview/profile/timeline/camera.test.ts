import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCamera, type Camera } from './camera';
import { wholeView } from './viewport';

const SECOND = 1_000_000_000n;
const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 400));

function cameraOf(motion = false): Camera {
  const camera = createCamera({ moved: () => undefined, rested: () => undefined, motion: () => motion });
  camera.setLength(SECOND);
  return camera;
}

test('what shows the whole goes on to show it while the profile grows, and another view stays', () => {
  const camera = cameraOf();
  camera.setLength(2n * SECOND);
  assert.deepEqual(camera.view, wholeView(2n * SECOND));
  camera.go({ from: 0n, to: 1000n }, false);
  camera.setLength(3n * SECOND);
  assert.deepEqual(camera.view, { from: 0n, to: 1000n });
});

test('views in which one rested are gone back to, and forward', async () => {
  const camera = cameraOf();
  camera.go({ from: 0n, to: 500n }, false);
  camera.go({ from: 0n, to: 1000n }, false);
  await rest();
  camera.go({ from: 500n, to: 1000n }, false);
  camera.back();
  assert.deepEqual(camera.view, { from: 0n, to: 1000n });
  camera.back();
  assert.deepEqual(camera.view, wholeView(SECOND));
  camera.back();
  camera.forward();
  camera.forward();
  assert.deepEqual(camera.view, { from: 500n, to: 1000n });
});

test('with motion the view is on its way for a moment, without it is there', () => {
  const still = cameraOf();
  still.go({ from: 0n, to: 1000n }, true);
  assert.deepEqual(still.view, { from: 0n, to: 1000n });
  const camera = cameraOf(true);
  camera.go({ from: 0n, to: 1000n }, true);
  assert.deepEqual(camera.view, wholeView(SECOND));
  assert.deepEqual(camera.target, { from: 0n, to: 1000n });
  let frames = 0;
  for (let now = performance.now(); camera.step(now, 1000); now += 16) frames++;
  assert.ok(frames > 2 && frames < 120, String(frames));
  assert.deepEqual(camera.view, camera.target);
});
