/** A draft as the builder works on it: the profile, the configuration, and what is known of the records of its sides. */
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { DraftShapes } from '#contract/connectors/config/shape.ts'
import type { Connector, ConnectorStatus } from '#contract/connectors/details/connector.ts'

export type DraftProfile = Pick<Connector, 'name' | 'integrationName' | 'details' | 'connectorType'>

export type Draft = {
  readonly connectorId: string
  /** Of the last save that this draft knows of. */
  readonly revision: number
  readonly status: ConnectorStatus
  /** The version that goes on running while the draft changes; null before the first deployment. */
  readonly liveVersion: number | null
  readonly profile: DraftProfile
  readonly config: ConnectorConfig
  readonly shapes: DraftShapes
  /** When the server took it, ISO 8601. */
  readonly savedAt?: string
}

/** What one press or word changes; the rest stays. */
export type DraftChange = {
  readonly profile?: Partial<DraftProfile>
  readonly config?: Partial<ConnectorConfig>
  readonly shapes?: DraftShapes
}

/** A configuration without rules for records is written without them, as it was before somebody opened them. */
function withoutEmptyRules(config: ConnectorConfig): ConnectorConfig {
  const { records, routes, ...rest } = config
  return {
    ...rest,
    ...(records === undefined || Object.values(records).every((it) => it === undefined) ? {} : { records }),
    ...(routes === undefined ? {} : { routes }),
  }
}

/** Always another object; the parts that do not change stay the same ones. */
export const changed = (draft: Draft, { profile, config, shapes }: DraftChange): Draft => ({
  ...draft,
  profile: profile === undefined ? draft.profile : { ...draft.profile, ...profile },
  config: config === undefined ? draft.config : withoutEmptyRules({ ...draft.config, ...config }),
  shapes: shapes === undefined ? draft.shapes : { ...draft.shapes, ...shapes },
})
