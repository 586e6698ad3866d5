import type { Migration } from './migration.ts';

/**
 * Names in the words of the contract: modality, structure, collection file. The stored results of describe jobs hold
 * two of them too, and so do jobs that wait.
 */
export const names: Migration = {
  version: 20,
  sql: `
alter table sense_results rename to analysis_results;
alter table analysis_results rename column sense to analysis;
alter table member_senses rename to collection_file_modalities;
alter table collection_file_modalities rename column sense to modality;
alter table sense_lines rename to modality_lines;
alter table modality_lines rename column sense to modality;
alter table member_outlines rename to collection_file_structures;
alter table collection_file_structures rename column outline to structure;
alter table extractions rename column outline to structure;

alter table describes rename column perceived to result;
update describes set result = json_set(
  result,
  '$.lines',
  json((
    select json_group_array(json_set(json_remove(value, '$.sense'), '$.modality', value ->> '$.sense'))
    from json_each(result, '$.lines')
  ))
) where result is not null;
update describes set result = json_remove(json_set(result, '$.structure', json(result -> '$.outline')), '$.outline')
  where result -> '$.outline' is not null;

update jobs set
  kind = 'collection-file.process',
  dedupe_key = replace(dedupe_key, 'member.process ', 'collection-file.process ')
where kind = 'member.process';
update turns set kind = 'collection-file.process' where kind = 'member.process';
`,
};
