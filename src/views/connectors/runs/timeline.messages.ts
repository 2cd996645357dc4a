import type { ConfigPart, TimelineKind } from '#contract/connectors/runs/timeline.ts'
import { listed } from '../../kit/format/listed.ts'

/** What happened to a connector, newest first. */
export const timelineMessages = {
  name: 'timeline',
  list: 'Activity, newest first',
  none: 'No activity yet',
  firstStep: 'Runs, changes and deployments appear here once you deploy the connector.',
  noneFits: 'No matching activity.',
  filter: 'Show',
  kinds: { all: 'Everything', run: 'Runs', change: 'Changes', deployment: 'Deployments' } satisfies Record<
    TimelineKind | 'all',
    string
  >,
  kind: { run: 'Run', change: 'Change', deployment: 'Deployment' } satisfies Record<TimelineKind, string>,
  by: (actor: string) => `by ${actor}`,
  byNobody: 'unknown author',
  bySystem: 'by Datacrane',
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
    'cursor set': 'Cursor set',
    'destination paused': 'Destination paused',
    'destination resumed': 'Destination resumed',
  } as Readonly<Record<string, string>>,
  fromTo: (from: string, to: string) => `Status: ${from} → ${to}`,
  nothing: 'none',
  wentLive: (version: number) => `Version ${version} went live`,
  failed: 'Deployment failed',
  versions: (from: string, to: string) => `Live version: ${from} → ${to}`,
  stays: (version: number) => `Version ${version} stays live.`,
  parts: (parts: readonly string[]) => `Changed: ${listed(parts)}.`,
  same: 'The configuration is unchanged.',
  part: {
    name: 'name',
    trigger: 'trigger',
    source: 'source',
    records: 'filter',
    enrichment: 'data enrichment',
    dataMapping: 'data mapping',
    destination: 'destination',
    routes: 'destinations',
  } satisfies Record<ConfigPart, string>,
}
