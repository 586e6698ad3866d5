import type { Generated } from 'kysely';
import type { Json } from './column.ts';
import type { FileStatus, ProcessingStatus } from './media.ts';

/** Frames extracted from a file at even intervals; each is a row of thumbnails. */
export interface FrameExtractionsTable {
  id: string;
  account_id: string;
  file_id: string;
  status: FileStatus;
  error: string | null;
  /** frame_extraction_config with defaults, normalized; one extraction per file and config. */
  config: Json;
  frame_count: number | null;
  created_at: number;
}

export interface FaceDetectionsTable {
  id: string;
  account_id: string;
  file_id: string;
  /** Null once the frames are deleted. */
  frame_extraction_id: string | null;
  status: ProcessingStatus;
  error: string | null;
  total_faces: number | null;
  /** What found the faces, as `makerName` gives it. */
  made_by: Generated<string>;
  created_at: number;
}

/** One face in one frame. */
export interface FacesTable {
  id: string;
  account_id: string;
  face_detection_id: string;
  /** 0 for the first face of the detection; also the name of its picture. */
  position: number;
  /** The same for one face in neighbouring frames. */
  track_id: string;
  frame_id: string;
  /** Seconds. */
  time: number;
  box: Json;
  /** The detector's confidence, 0 to 1. */
  score: number;
  /** 128 numbers of 4 bytes, little-endian. */
  descriptor: Uint8Array;
}

export interface FaceMatchesTable {
  id: string;
  account_id: string;
  file_id: string;
  /** Null once the detection is deleted. */
  face_detection_id: string | null;
  frame_extraction_id: string | null;
  status: ProcessingStatus;
  error: string | null;
  /** URL of the source image; null if it was sent along. */
  source_url: string | null;
  source_box: Json | null;
  max_faces: number;
  match_count: number | null;
  created_at: number;
}

/** A matching face. It outlives the detection's own row. */
export interface MatchedFacesTable {
  id: string;
  account_id: string;
  face_match_id: string;
  face_id: string | null;
  /** 0 for the best match. */
  position: number;
  /** 0 to 100. */
  similarity: number;
  track_id: string;
  frame_id: string;
  time: number;
  box: Json;
}
