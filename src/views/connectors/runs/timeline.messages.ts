import type { ConfigPart, TimelineKind } from '#contract/connectors/runs/timeline.ts'
import { listed } from '../../kit/format/listed.ts'

/** What happened to a connector, newest first. */
export const timelineMessages = {
  name: 'timeline',
  list: 'What happened, newest first',
  none: 'Nothing has happened yet',
  firstStep: 'Runs, changes and deployments appear here, each with who made it. Deploy the connector to see the first ones.',
  noneFits: 'Nothing of this kind has happened.',
  filter: 'Show',
  kinds: { all: 'Everything', run: 'Runs', change: 'Changes', deployment: 'Deployments' } satisfies Record<
    TimelineKind | 'all',
    string
  >,
  kind: { run: 'Run', change: 'Change', deployment: 'Deployment' } satisfies Record<TimelineKind, string>,
  by: (actor: string) => `by ${actor}`,
  byNobody: 'who did it was not recorded',
  bySystem: 'by the product itself',
  run: (how: string, version: number) => `Run started ${how} with version ${version}`,
  records: 'Its records',
  changed: {
    created: 'Created',
    edited: 'Edited',
    deployed: 'Deployment requested',
    paused: 'Paused',
    resumed: 'Resumed',
    deleted: 'Deleted',
    'rolled back': 'Rollback requested',
    'hook secret made': 'New webhook secret',
    'run stopped': 'Run stopped',
    'cursor set': 'Cursor set back',
  } as Readonly<Record<string, string>>,
  fromTo: (from: string, to: string) => `Status: ${from} → ${to}`,
  nothing: 'none',
  wentLive: (version: number) => `Version ${version} went live`,
  failed: 'Deployment failed',
  versions: (from: string, to: string) => `Live version: ${from} → ${to}`,
  stays: (version: number) => `Version ${version} stays live.`,
  parts: (parts: readonly string[]) => `Changed: ${listed(parts)}.`,
  same: 'The configuration is the same as before.',
  part: {
    name: 'name',
    trigger: 'trigger',
    source: 'source',
    enrichment: 'data enrichment',
    dataMapping: 'data mapping',
    destination: 'destination',
  } satisfies Record<ConfigPart, string>,
}
