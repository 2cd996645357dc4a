/** Connectors: what they are, where they stand, and every call about them. `core-platform.md` section 7, `decisions.md` sections 4 and 5. */
import Type, { type Static } from 'typebox'
import { endpoint, everyRole } from '../../kit/endpoint.ts'
import {
  closed,
  FieldProblemShape,
  Id,
  Instant,
  oneOf,
  orNull,
  ProblemShape,
  readOnlyMembers,
  visibleText,
} from '../../kit/schemas.ts'
import { ConnectorConfig, DestinationConfig, MappingEdge, SentConfig, SourceConfig } from '../config/config.ts'
import { deploymentStates } from '../deployments/deployment.lifecycle.ts'
import { DraftAndLive, LiveState } from '../deployments/live-state.ts'
import { LastRun } from '../runs/run-sums.ts'
import { DeployReading } from '../triggers/cursor.ts'
import { Triggered } from '../triggers/trigger.ts'
import { connectorStates } from './connector.lifecycle.ts'
import { HealthShape } from './health-shape.ts'

/** Milliseconds, as `core-platform.md` section 7 has them; the last one is between two looks at a deployment that is not finished. */
export const deployRequestLimit = 60_000
export const deploymentStatusLimit = 10_000
export const deploymentPollPause = 1_000

export const ConnectorStatus = oneOf(...connectorStates)
export type ConnectorStatus = Static<typeof ConnectorStatus>

/** A status carries since when, why, and what happens next. */
const statusFields = {
  status: ConnectorStatus,
  statusSince: Instant,
  statusReason: Type.String(),
  statusNext: Type.String(),
}

const Profile = {
  name: Type.String({ minLength: 1, maxLength: 128 }),
  integrationName: Type.String({ minLength: 1, maxLength: 128 }),
  connectorType: oneOf('Private', 'Public'),
  details: Type.String({ maxLength: 4_096 }),
  /** What it may cost a month by UTC, in minor units of the price book's currency: its line on the bill. Then its runs are held. Null: no limit. */
  budgetLimit: orNull(Type.Integer({ minimum: 0, maximum: 100_000_000_000 })),
  computeSize: oneOf('small', 'medium', 'large'),
  encryptionOption: oneOf('platform', 'customer'),
  supportPackage: oneOf('basic', 'standard', 'premium'),
  storeLocally: Type.Boolean(),
}

export const Connector = Type.Object({
  _id: Id,
  ...Profile,
  configId: Id,
  ...statusFields,
  /** Grows with every save; a save names the revision it started from. */
  revision: Type.Integer({ minimum: 1 }),
  /** The number of the version that the engine runs; null before the first deployment is live. */
  liveVersion: orNull(Type.Integer({ minimum: 1 })),
  userId: Id,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Connector = Static<typeof Connector>

const Summary = Type.Object({ url: Type.String(), requestMethod: Type.String(), type: Type.String() })
export const ConnectorListItem = Type.Object({
  _id: Id,
  name: Type.String(),
  connectorType: Type.String(),
  ...statusFields,
  ...Triggered,
  integrationProfile: Type.Object({ integrationName: Type.String(), connectorType: Type.String() }),
  /** Of the live version; of the draft where none is live. */
  sourceConfiguration: Summary,
  destinationConfiguration: Summary,
  health: HealthShape,
  ...LiveState,
  lastRun: orNull(LastRun),
  createdAt: Instant,
  updatedAt: Instant,
})
export type ConnectorListItem = Static<typeof ConnectorListItem>

export const ConnectorAndConfig = Type.Object({ connector: Connector, config: ConnectorConfig })
export type ConnectorAndConfig = Static<typeof ConnectorAndConfig>
/**
 * One connector as the details page and the studio read it: `config` is the draft; trigger, source, destination, mapping and enrichment beside
 * it are those of the live version, and of the draft where none is live.
 */
export const ConnectorDetails = Type.Object({
  ...Connector.properties,
  ...Triggered,
  health: HealthShape,
  ...DraftAndLive,
  connector: Connector,
  config: ConnectorConfig,
  trigger: ConnectorConfig.properties.trigger,
  sourceConfiguration: SourceConfig,
  destinationConfiguration: DestinationConfig,
  dataMapping: Type.Array(MappingEdge),
  enrichment: ConnectorConfig.properties.enrichment,
  records: ConnectorConfig.properties.records,
  routes: ConnectorConfig.properties.routes,
})
export type ConnectorDetails = Static<typeof ConnectorDetails>

export const DeploymentStatus = oneOf(...deploymentStates)
export type DeploymentStatus = Static<typeof DeploymentStatus>
export const Deployment = Type.Object({
  deploymentId: Id,
  connectorId: Id,
  status: DeploymentStatus,
  /** Per cent. */
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  message: Type.String(),
  version: orNull(Type.Integer({ minimum: 1 })),
  /** SHA-256 of the version's configuration in canonical form, in hex. */
  hash: orNull(Type.String()),
  deployedBy: Type.String(),
  error: orNull(ProblemShape),
  startedAt: Instant,
  endedAt: orNull(Instant),
  /** Warnings from the time when it began. */
  warnings: Type.Optional(Type.Array(FieldProblemShape)),
})
export type Deployment = Static<typeof Deployment>

/** Stricter than what is stored: older names may be blank. */
const GivenName = visibleText(128)
const GivenProfile = closed({
  ...Type.Partial(closed({ ...Profile, name: GivenName, integrationName: GivenName })).properties,
  ...readOnlyMembers(...Object.keys(Connector.properties).filter((name) => !Object.hasOwn(Profile, name))),
})

/** `name`, `integrationName` and the name of the configuration are one name: `connector.name` counts first. */
export const NewConnector = closed({ connector: GivenProfile, config: SentConfig })

const ById = closed({ id: Id })
const Moved = Type.Object({ success: Type.Literal(true), connector: Connector })
const SaveConfig = closed({
  ...SentConfig.properties,
  _id: Type.Optional(Id),
  integrationId: Type.Optional(Id),
  userId: Type.Optional(Id),
  /** The revision that the person started from; without it the save is made on whatever is there. */
  revision: Type.Optional(Type.Integer({ minimum: 1 })),
})

export const connectorEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api-connectors/:id',
    summary: 'Get a connector with its configuration',
    access: everyRole,
    scope: 'integrations:read',
    params: ById,
    status: 200,
    reply: ConnectorDetails,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api-connectors/',
    summary: 'Create a connector as a draft',
    access: everyRole,
    scope: 'integrations:write',
    audit: 'connector.created',
    body: NewConnector,
    status: 201,
    reply: ConnectorAndConfig,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api-connectors/connectors/:id',
    summary: 'Change the profile or the draft configuration of a connector',
    access: everyRole,
    scope: 'integrations:write',
    audit: 'connector.changed',
    params: ById,
    body: closed({
      id: Type.Optional(Id),
      revision: Type.Optional(Type.Integer({ minimum: 1 })),
      connector: Type.Optional(GivenProfile),
      config: Type.Optional(SentConfig),
    }),
    status: 200,
    reply: ConnectorAndConfig,
  }),
  saveConfig: endpoint({
    method: 'PATCH',
    path: '/api-configs/:id',
    summary: 'Save the draft configuration, by the id of the configuration or of the connector',
    access: everyRole,
    scope: 'integrations:write',
    audit: 'connector.changed',
    params: ById,
    body: SaveConfig,
    status: 200,
    reply: ConnectorAndConfig,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api-connectors/:id',
    summary: 'Delete a connector. Its run history stays',
    access: everyRole,
    scope: 'integrations:delete',
    audit: 'connector.deleted',
    params: ById,
    status: 200,
    reply: Type.Object({ success: Type.Literal(true) }),
  }),
  pause: endpoint({
    method: 'POST',
    path: '/api-connectors/pause/:id',
    summary: 'Pause a connector. Nothing new is sent after the response',
    access: everyRole,
    scope: 'integrations:execute',
    audit: 'connector.paused',
    params: ById,
    status: 200,
    reply: Moved,
  }),
  resume: endpoint({
    method: 'POST',
    path: '/api-connectors/resume/:id',
    summary: 'Resume a connector where it stopped',
    access: everyRole,
    scope: 'integrations:execute',
    audit: 'connector.resumed',
    params: ById,
    status: 200,
    reply: Moved,
  }),
  deploy: endpoint({
    method: 'POST',
    path: '/api-connectors/connectors/:id/deploy',
    aliases: ['/api-connectors/:id/deploy'],
    summary: 'Deploy the draft, or the configuration in the request, as a new version',
    access: everyRole,
    scope: 'integrations:execute',
    audit: 'connector.deployed',
    params: ById,
    body: Type.Optional(
      closed({
        config: Type.Optional(SentConfig),
        revision: Type.Optional(Type.Integer({ minimum: 1 })),
        reading: Type.Optional(DeployReading),
        /**
         * Refuses a draft of which the steps of the builder still ask something, such as whether a list that was found is the records. The console
         * always asks for it.
         */
        isComplete: Type.Optional(Type.Boolean()),
        /** Taken and not used: versions are numbered and authors known by the server. */
        version: Type.Optional(Type.Union([Type.String(), Type.Integer()])),
        deployedBy: Type.Optional(Type.String()),
      }),
    ),
    status: 202,
    reply: Deployment,
  }),
  deploymentStatus: endpoint({
    method: 'GET',
    path: '/api-connectors/connectors/:id/deployment-status',
    summary: 'Get the status of the newest deployment',
    access: everyRole,
    scope: 'integrations:read',
    params: ById,
    status: 200,
    reply: Deployment,
  }),
} as const
