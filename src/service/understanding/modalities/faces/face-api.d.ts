/** The part of face-api that we use. Its own types need those of a browser. */
declare module '@vladmandic/face-api/dist/face-api.node-wasm.js' {
  interface Tensor {
    /** Mirrors along an axis: 0 is down, 1 is across. */
    reverse(axis: number): Tensor;
  }
  interface Box {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  }
  /** A box as fractions of the picture. */
  export class Rect {
    constructor(x: number, y: number, width: number, height: number);
  }
  export class FaceDetection {
    /** @param place as fractions of the picture; `size` is the picture's size in pixels */
    constructor(score: number, place: Rect, size: { width: number; height: number });
    readonly score: number;
    /** In pixels. */
    readonly box: Box;
  }
  interface FaceLandmarks {
    /** The square that the recogniser was trained on. */
    align(detection: null, options: { useDlibAlignment: boolean }): Box;
  }
  interface Net {
    loadFromDisk(folder: string): Promise<void>;
  }
  export const tf: {
    setBackend(name: string): Promise<boolean>;
    ready(): Promise<void>;
    memory(): { numTensors: number };
    engine(): { startScope(): void; endScope(): void };
    tensor3d(values: Uint8Array, shape: [number, number, number], dtype: 'int32'): Tensor;
  };
  export const nets: {
    ssdMobilenetv1: Net;
    faceLandmark68Net: Net & { detectLandmarks(face: Tensor): Promise<FaceLandmarks> };
    faceRecognitionNet: Net & { computeFaceDescriptor(face: Tensor): Promise<Float32Array> };
  };
  export class SsdMobilenetv1Options {
    constructor(options: { minConfidence: number; maxResults: number });
  }
  export function detectAllFaces(image: Tensor, options: SsdMobilenetv1Options): PromiseLike<FaceDetection[]>;
  export function extractFaceTensors(
    image: Tensor,
    places: readonly (FaceDetection | Box)[],
  ): Promise<Tensor[]>;
  export function extendWithFaceLandmarks(
    face: { detection: FaceDetection },
    landmarks: FaceLandmarks,
  ): { landmarks: FaceLandmarks };
}
