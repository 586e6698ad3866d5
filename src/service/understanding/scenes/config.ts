import { type ChatEndpoint, chatEndpoint } from '../language/config.ts';

/** A chat endpoint with a model that sees. */
export type VisionEndpoint = ChatEndpoint;

/** Reads the vision endpoint from the variables VAU_VISION_…. @throws SettingRefused naming the variable */
export function visionConfig(env: NodeJS.ProcessEnv): VisionEndpoint | undefined {
  return chatEndpoint('VISION', env);
}
