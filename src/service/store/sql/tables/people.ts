import { workStatuses } from '../../../../contract/values/enums.ts';
import { account, blob, id, integer, json, real, table, text, UNFINISHED } from './column.ts';

/** Faces and voices. They are deleted with their file, face descriptors above all. */
export const people = {
  face_detections: table({
    id,
    account_id: account,
    file_id: text.references('files'),
    /** Null once the frames are deleted. */
    frame_extraction_id: text.references('frame_extractions', 'set null').orNull(),
    status: text.oneOf(workStatuses),
    error: text.orNull(),
    total_faces: integer.orNull(),
    created_at: integer,
    /** What found the faces, as `makerName` gives it. */
    made_by: text.default('face-api 1'),
  }).indexes(
    'face_detections_file (file_id)',
    'face_detections_frames (frame_extraction_id)',
    `face_detections_unfinished (id) ${UNFINISHED}`,
    'face_detections_account (account_id, created_at, id, file_id, status)',
  ),

  /** One face in one frame. */
  faces: table({
    id,
    account_id: account,
    face_detection_id: text.references('face_detections'),
    /** 0 for the first face of the detection; also the name of its picture. */
    position: integer,
    /** The same for one face in neighbouring frames. */
    track_id: text,
    frame_id: text,
    /** Seconds. */
    time: real,
    box: json,
    /** The detector's confidence, 0 to 1. */
    score: real,
    /** 128 numbers of 4 bytes, little-endian. */
    descriptor: blob,
  }).indexes('unique faces_position (face_detection_id, position)'),

  face_matches: table({
    id,
    account_id: account,
    file_id: text.references('files'),
    /** Null once the detection is deleted. */
    face_detection_id: text.references('face_detections', 'set null').orNull(),
    frame_extraction_id: text.references('frame_extractions', 'set null').orNull(),
    status: text.oneOf(workStatuses),
    error: text.orNull(),
    /** URL of the source image; null if it was sent along. */
    source_url: text.orNull(),
    source_box: json.orNull(),
    max_faces: integer,
    match_count: integer.orNull(),
    created_at: integer,
  }).indexes(
    'face_matches_file (file_id)',
    'face_matches_detection (face_detection_id)',
    'face_matches_frames (frame_extraction_id)',
    `face_matches_unfinished (id) ${UNFINISHED}`,
    'face_matches_account (account_id, created_at, id, file_id, status)',
  ),

  /** A matching face. It outlives the detection's own row. */
  matched_faces: table({
    id,
    account_id: account,
    face_match_id: text.references('face_matches'),
    face_id: text.references('faces', 'set null').orNull(),
    /** 0 for the best match. */
    position: integer,
    /** 0 to 100. */
    similarity: real,
    track_id: text,
    frame_id: text,
    time: real,
    box: json,
  }).indexes('unique matched_faces_position (face_match_id, position)', 'matched_faces_face (face_id)'),

  /** A speaker's voice in a file: see understanding/speakers/labels.ts. */
  voices: table({
    file_id: text.references('files'),
    /** The model whose vector it is. */
    model: text,
    /** Number in the file. */
    speaker: integer,
    account_id: account,
    /** Number in the account, the same in all of its files. */
    label: integer,
    /** The name that the speaker was given in this file; null without one. */
    name: text.orNull(),
    named_at: integer.orNull(),
    /** 4 bytes a number. */
    vector: blob,
  })
    .primaryKey('file_id', 'model', 'speaker')
    .withoutRowid()
    .indexes(
      'voices_heard (account_id, model, label, file_id)',
      'voices_named (account_id, label, named_at) where name is not null',
    ),

  /** The name of a voice that is still to be shown in other files. */
  voice_namings: table({
    account_id: account,
    model: text,
    label: integer,
    /** The file in which it was given. */
    file_id: text,
    /** The last file that was done. */
    reached: text.default(''),
  })
    .primaryKey('account_id', 'model', 'label')
    .notStrict(),
};
