/**
 * The fields of each schema as the reference and the section Second look of the companion operations have them, written
 * down a second time: the contract is held against this list, so that neither changes alone.
 */
export const documentedFields: Readonly<Record<string, string>> = {
  File: 'id status uri bytes created_at filename metadata media_type media_info video_info thumbnail_url source source_metadata',
  CollectionFile: 'collection_id file_id object added_at status searchable_status file segmentation',
  CollectionFileSegmentation: 'id status file_id segmentation_config',
  Segmentation:
    'segmentation_id status file_id segmentation_config thumbnails_config created_at total_segments total_shots total_chapters data',
  ThumbnailsConfig: 'enable_segment_thumbnails',
  Segment: 'id file_id start_time end_time thumbnail_url metadata segmentation_id',
  Thumbnail: 'id url time segmentation_id segment_id type',
  SpokenPart: 'speaker text start_time end_time words',
  DescribedPart: 'text start_time end_time',
  Description:
    'content title summary segment_summary speech visual_scene_description scene_text audio_description',
  MediaDescription:
    'collection_id file_id content title summary segment_summary speech visual_scene_description scene_text audio_description chapters shots total_chapters total_shots duration_seconds file',
  MediaDescriptionItem: 'file_id added_at object duration_seconds data file',
  RichTranscriptItem: 'file_id duration_seconds data file',
  EntitiesItem: 'file_id data file',
  FileEntities:
    'collection_id file_id thumbnail_url entities segment_entities total limit offset chapters shots total_chapters total_shots',
  FileFaces: 'collection_id file_id faces total limit offset',
  DescribeJob:
    'job_id status url created_at describe_config segmentation_id data chapters shots total_chapters total_shots duration_seconds file error',
  TranscribeJob: 'job_id status url created_at transcribe_config data file error',
  ExtractJob:
    'job_id status url created_at extract_config segmentation_id data total limit offset error chapters shots total_chapters total_shots',
  FaceDetection: 'face_detection_id status created_at frame_extraction_id file_id data error',
  FaceMatch:
    'face_match_id status created_at face_detection_id frame_extraction_id file_id source_face_bounding_box data error',
  FrameExtraction:
    'frame_extraction_id status created_at file_id frame_extraction_config frame_count data error',
  Frame: 'id timestamp thumbnail_url',
  Collection:
    'id object name description collection_type default_segmentation_config default_thumbnails_config describe_config transcribe_config extract_config face_detection_config moments_config created_at file_count',
  Share:
    'id object file_id file_segment_id asset_type title description metadata visibility link_preview created_at preview_url media_download_url media_download_expires_at share_url stream_url status',
  Tag: 'id label value type file_id segment_id',
  Webhook:
    'id object created_at webhook_secret endpoint active subscribed_events description previous_secret_expires_at failing_since disabled_reason',
  WebhookDelivery:
    'id object webhook_id event_id event_type status created_at next_attempt_at ended_at attempts payload',
  DeepSearch: 'id object status created_at query scope text results total limit search_queries usage error',
  MomentCriterionAttachment:
    'attachment_id criterion_name criterion_hash criterion options backfill_status files_total files_completed files_failed created_at',
  Moment:
    'moment_id start_time end_time title reason rank_score anchors speakers criterion_score properties evidence',
  CollectionMoment:
    'moment_id start_time end_time title reason rank_score anchors speakers criterion_score properties evidence file_id job_id criterion_name',
  Finding: 'finding_id kind properties',
  CollectionFinding: 'finding_id kind properties file_id job_id criterion_name',
  FindMomentsRun: 'job_id status created_at url find_moments_config moments findings total_moments error',
  ChatCompletion: 'id created_at object model usage choices payload',
  ChatCompletionItem: 'id created_at object model usage choices payload',
  Citation:
    'collection_id file_id segment_id start_time end_time text context relevant_sources speech visual_scene_description scene_text audio_description',
};
