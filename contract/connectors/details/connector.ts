/** Connectors: what they are, where they stand, and every call about them. `core-platform.md` section 7, `decisions.md` sections 4 and 5. */
import {
  Integer,
  Array as List,
  Literal,
  Optional,
  Partial,
  Object as Shape,
  type Static,
  String as Text,
  Union,
  Boolean as YesNo,
} from 'typebox'
import { endpoint, everyRole } from '../../kit/endpoint.ts'
import { closed, Id, Instant, oneOf, orNull, ProblemShape } from '../../kit/schemas.ts'
import { ConnectorConfig, DestinationConfig, MappingEdge, SourceConfig } from '../config/config.ts'
import { deploymentStates } from '../deployments/deployment.lifecycle.ts'
import { LiveState } from '../deployments/live-state.ts'
import { LastRun } from '../runs/run-sums.ts'
import { DeployReading } from '../triggers/cursor.ts'
import { Triggered } from '../triggers/trigger.ts'
import { connectorStates } from './connector.lifecycle.ts'
import { HealthShape } from './health-shape.ts'

/** Milliseconds, as `core-platform.md` section 7 has them. */
export const deployRequestLimit = 60_000
export const deploymentStatusLimit = 10_000
/** Milliseconds between two looks at a deployment that is not finished. */
export const deploymentPollPause = 1_000

export const ConnectorStatus = oneOf(...connectorStates)
export type ConnectorStatus = Static<typeof ConnectorStatus>

/** A status carries since when, why, and what happens next. */
const Standing = {
  status: ConnectorStatus,
  statusSince: Instant,
  statusReason: Text(),
  statusNext: Text(),
}

const Profile = {
  name: Text({ minLength: 1, maxLength: 128 }),
  integrationName: Text({ minLength: 1, maxLength: 128 }),
  connectorType: oneOf('Private', 'Public'),
  details: Text({ maxLength: 4_096 }),
  budgetLimit: orNull(Integer({ minimum: 0 })),
  computeSize: oneOf('small', 'medium', 'large'),
  encryptionOption: oneOf('platform', 'customer'),
  supportPackage: oneOf('basic', 'standard', 'premium'),
  storeLocally: YesNo(),
}

export const Connector = Shape({
  _id: Id,
  ...Profile,
  configId: Id,
  ...Standing,
  /** Grows with every save; a save names the revision it started from. */
  revision: Integer({ minimum: 1 }),
  /** The number of the version that the engine runs; null before the first deployment is live. */
  liveVersion: orNull(Integer({ minimum: 1 })),
  userId: Id,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Connector = Static<typeof Connector>

const Summary = Shape({ url: Text(), requestMethod: Text(), type: Text() })
export const ConnectorListItem = Shape({
  _id: Id,
  name: Text(),
  connectorType: Text(),
  ...Standing,
  ...Triggered,
  integrationProfile: Shape({ integrationName: Text(), connectorType: Text() }),
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

export const ConnectorAndConfig = Shape({ connector: Connector, config: ConnectorConfig })
export type ConnectorAndConfig = Static<typeof ConnectorAndConfig>
/**
 * One connector as the details page and the studio read it: `config` is the draft; trigger, source, destination, mapping and enrichment beside
 * it are those of the live version, and of the draft where none is live.
 */
export const ConnectorDetails = Shape({
  ...Connector.properties,
  ...Triggered,
  health: HealthShape,
  ...LiveState,
  connector: Connector,
  config: ConnectorConfig,
  trigger: ConnectorConfig.properties.trigger,
  sourceConfiguration: SourceConfig,
  destinationConfiguration: DestinationConfig,
  dataMapping: List(MappingEdge),
  enrichment: ConnectorConfig.properties.enrichment,
})
export type ConnectorDetails = Static<typeof ConnectorDetails>

export const DeploymentStatus = oneOf(...deploymentStates)
export type DeploymentStatus = Static<typeof DeploymentStatus>

export const Deployment = Shape({
  deploymentId: Id,
  connectorId: Id,
  status: DeploymentStatus,
  /** Per cent. */
  progress: Integer({ minimum: 0, maximum: 100 }),
  message: Text(),
  version: orNull(Integer({ minimum: 1 })),
  /** SHA-256 of the version's configuration in canonical form, in hex. */
  hash: orNull(Text()),
  deployedBy: Text(),
  error: orNull(ProblemShape),
  startedAt: Instant,
  endedAt: orNull(Instant),
})
export type Deployment = Static<typeof Deployment>

/** A name that is given holds more than blanks. */
const GivenName = Text({ minLength: 1, maxLength: 128, pattern: '\\S' })
const GivenProfile = Partial(closed({ ...Profile, name: GivenName, integrationName: GivenName }))

export const NewConnector = closed({
  connector: closed({ ...GivenProfile.properties, name: GivenName }),
  config: ConnectorConfig,
})

const ById = closed({ id: Id })
const Moved = Shape({ success: Literal(true), connector: Connector })
const SaveConfig = closed({
  ...ConnectorConfig.properties,
  _id: Optional(Id),
  integrationId: Optional(Id),
  userId: Optional(Id),
  /** The revision that the person started from; without it the save is made on whatever is there. */
  revision: Optional(Integer({ minimum: 1 })),
})

export const connectorEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api-connectors/:id',
    summary: 'One connector with its configuration',
    access: everyRole,
    params: ById,
    status: 200,
    reply: ConnectorDetails,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api-connectors/',
    summary: 'Create a connector as a draft',
    access: everyRole,
    body: NewConnector,
    status: 201,
    reply: ConnectorAndConfig,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api-connectors/connectors/:id',
    summary: 'Change the profile or the draft configuration of a connector',
    access: everyRole,
    params: ById,
    body: closed({
      id: Optional(Id),
      revision: Optional(Integer({ minimum: 1 })),
      connector: Optional(GivenProfile),
      config: Optional(ConnectorConfig),
    }),
    status: 200,
    reply: ConnectorAndConfig,
  }),
  saveConfig: endpoint({
    method: 'PATCH',
    path: '/api-configs/:id',
    summary: 'Save the draft configuration, by the id of the configuration or of the connector',
    access: everyRole,
    params: ById,
    body: SaveConfig,
    status: 200,
    reply: ConnectorAndConfig,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api-connectors/:id',
    summary: 'Delete a connector; its ledger is kept',
    access: everyRole,
    params: ById,
    status: 200,
    reply: Shape({ success: Literal(true) }),
  }),
  pause: endpoint({
    method: 'POST',
    path: '/api-connectors/pause/:id',
    summary: 'Pause: nothing new is sent once this has answered',
    access: everyRole,
    params: ById,
    status: 200,
    reply: Moved,
  }),
  resume: endpoint({
    method: 'POST',
    path: '/api-connectors/resume/:id',
    summary: 'Resume from where the pause stopped',
    access: everyRole,
    params: ById,
    status: 200,
    reply: Moved,
  }),
  deploy: endpoint({
    method: 'POST',
    path: '/api-connectors/connectors/:id/deploy',
    aliases: ['/api-connectors/:id/deploy'],
    summary: 'Deploy the draft, or the configuration that is sent along, as a new version',
    access: everyRole,
    params: ById,
    body: Optional(
      closed({
        config: Optional(ConnectorConfig),
        revision: Optional(Integer({ minimum: 1 })),
        reading: Optional(DeployReading),
        /** Taken and not used: versions are numbered and authors known by the server. */
        version: Optional(Union([Text(), Integer()])),
        deployedBy: Optional(Text()),
      }),
    ),
    status: 202,
    reply: Deployment,
  }),
  deploymentStatus: endpoint({
    method: 'GET',
    path: '/api-connectors/connectors/:id/deployment-status',
    summary: 'Where the newest deployment stands',
    access: everyRole,
    params: ById,
    status: 200,
    reply: Deployment,
  }),
} as const
