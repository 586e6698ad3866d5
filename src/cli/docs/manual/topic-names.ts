/** The topics of `vau help TOPIC` and their summaries. The manual page of each is vau-TOPIC(7). */
export const topicSummaries = {
  config: 'profiles, and where settings come from',
  environment: 'environment variables of vau',
  'exit-status': 'exit statuses of vau commands',
  output: 'what vau prints, and where',
  pipelines: 'vau in scripts and pipelines',
  privacy: 'what leaves this machine, and what is kept on it',
  waiting: 'waiting for background jobs',
} as const;

export type TopicName = keyof typeof topicSummaries;

/** The name of a topic's manual page, and its summary. */
export const headOf = (topic: TopicName) =>
  ({ name: `vau-${topic}`, section: 7, summary: topicSummaries[topic] }) as const;
