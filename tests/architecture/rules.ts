/** Who may import what: layers by folder and role, features by a table, folders of the engine by their order. */

type Layer = {
  readonly name: string
  readonly owns: RegExp
  /** Our own paths that it may import, besides those of the same layer. */
  readonly ours: readonly RegExp[]
  /** Packages and built-in modules that it may import; type-only imports are not asked. */
  readonly packages: readonly RegExp[]
  /** What must not stand in its code, each with what to do instead. */
  readonly never?: readonly (readonly [RegExp, string])[]
}

const contract = /^contract\//
const anyPackage = /./
/** Under which path the console is served: a constant of the page, which every link needs. */
const basePath = /^src\/services\/kit\/address\/base\.ts$/
/** What a view that draws with a package of its own may import of ours. */
const drawn = [contract, /^src\/(machines|theme|views)\//, basePath]
export const sockets = /^(node:(https?|http2|net|tls|dgram|dns.*)|undici|nodemailer|openid-client|ws)$/
const schemaLibrary = /^typebox(\/.*)?$/
const react =
  /^(react|react-dom|@xstate\/react|styled-components|react-aria-components|wouter|@tanstack\/react-virtual|lucide-react)(\/.*)?$/
/** Components that are given their provided machines: pages, their tabs, steps and sections, and the hooks they share. */
const page =
  /^src\/views\/(?!kit\/text\/|auth\/sign-up\/\w+Step).*((Route|Tab|Step|Mount|Section)\.tsx|\/use-[a-z-]+\.ts|\/(builder-step|studio-tab|account-tab|settings-tab|publication-parts)\.ts)$/
export const repository = /^server\/(features|engine|platform|records)\/.*\.repository\.ts$/
const engineRepository = /^server\/engine\/.*\.repository\.ts$/
/** Repositories that engine and features share: below both. */
const records = /^server\/records\/.*\.repository\.ts$/
/** What a repository may use of the platform. */
const stores = /^server\/platform\/(database|security|json|search)\//
const storePackages = [/^(kysely|pg|uuid|node:.*)$/, schemaLibrary]
const platform = /^server\/platform\//

/** The first that owns a file counts. */
export const layers: readonly Layer[] = [
  { name: 'lifecycles', owns: /^contract\/(.*\.|kit\/)lifecycle\.ts$/, ours: [contract], packages: [/^xstate$/] },
  { name: 'contract/rhythm', owns: /^contract\/connectors\/config\/rhythm\.ts$/, ours: [contract], packages: [/^croner$/] },
  { name: 'contract/help/search', owns: /^contract\/help\/search\.ts$/, ours: [contract], packages: [/^minisearch$/] },
  { name: 'contract', owns: contract, ours: [contract], packages: [schemaLibrary] },
  {
    name: 'src/machines',
    owns: /^src\/machines\//,
    ours: [contract],
    packages: [/^xstate$/],
    never: [
      [/\bDate\.now\(|\bnew Date\(\)/, 'time comes in by events, inputs or delays'],
      [/\bMath\.random\(/, 'chance comes in by an actor'],
      [/\bfetch\(|\bwindow\.|\bdocument\.|\blocalStorage\b/, 'the outside is an actor'],
    ],
  },
  {
    name: 'actors',
    owns: /^src\/services\/(.*\.actors|kit\/actor)\.ts$/,
    ours: [contract, /^src\/(machines|services)\//],
    packages: [
      /^xstate$/,
      /^ky$/,
      schemaLibrary,
      /^urql$/,
      /^js-yaml$/,
      /^@simplewebauthn\/browser$/,
      /^libphonenumber-js\/min$/,
    ],
  },
  {
    name: 'inspection',
    owns: /^src\/services\/kit\/inspection\.ts$/,
    ours: [],
    packages: [/^xstate$/],
  },
  {
    name: 'src/services',
    owns: /^src\/services\//,
    ours: [contract],
    packages: [/^ky$/, schemaLibrary, /^urql$/, /^js-yaml$/, /^@simplewebauthn\/browser$/, /^libphonenumber-js\/min$/],
  },
  { name: 'src/theme', owns: /^src\/theme\//, ours: [], packages: [/^styled-components$/, /^react$/] },
  {
    name: 'pages',
    owns: page,
    ours: [contract, /^src\/(machines|services|theme|views)\//, /^src\/inspector\/elk\.ts$/],
    packages: [react, /^xstate$/],
  },
  {
    name: 'flow',
    owns: /^src\/views\/(builder\/mapping\/canvas|studio\/universe)\//,
    ours: drawn,
    packages: [react, /^reactflow(\/|$)/],
  },
  {
    name: 'json',
    owns: /^src\/views\/(kit\/json|studio\/config-editor)\//,
    ours: drawn,
    packages: [react, /^(@(codemirror|lezer)|jsonc)/],
  },
  { name: 'marks', owns: /^src\/views\/kit\/identity\/system-marks\.ts$/, ours: [], packages: [/^simple-icons\/icons\//] },
  {
    name: 'charts',
    owns: /^src\/views\/studio\/renderer\/chart\//,
    ours: drawn,
    packages: [react, /^@(visx|react-s)/],
  },
  {
    name: 'src/views',
    owns: /^src\/views\//,
    ours: drawn,
    packages: [react],
    never: [[/\bfetch\(/, 'a view sends an event; a service makes the call']],
  },
  {
    name: 'src/inspector',
    owns: /^src\/inspector\//,
    ours: [/^src\/(theme|machines|views\/kit)\//, /^src\/services\/kit\/inspection\.ts$/, basePath],
    packages: [react, /^reactflow(\/.*)?$/, /^elkjs(\/.*)?$/, /^xstate$/, /^@statelyai\/inspect$/],
  },
  { name: 'src/app', owns: /^src\/app\//, ours: [contract, /^src\//], packages: [react, /^xstate$/, /^@statelyai\/inspect$/] },
  {
    // One a feature: what it serves, and what that is made of.
    name: 'registration',
    owns: /^server\/features\/[a-z]+\/register\.ts$/,
    ours: [contract, /^server\/(features|platform|outbound)\//],
    packages: [/^fastify$/],
  },
  {
    name: 'routes',
    owns: /^server\/features\/.*\.routes\.ts$/,
    ours: [contract, /^server\/features\/.*\.service\.ts$/, /^server\/features\/kit\//, platform],
    packages: [/^fastify$/, /^@fastify\//, schemaLibrary],
  },
  { name: 'records', owns: records, ours: [contract, stores], packages: storePackages },
  { name: 'engine repositories', owns: engineRepository, ours: [contract, records, stores], packages: storePackages },
  {
    name: 'repositories',
    owns: /^server\/(features|platform)\/.*\.repository\.ts$/,
    ours: [contract, repository, stores],
    packages: storePackages,
  },
  {
    name: 'services',
    owns: /^server\/features\//,
    ours: [
      contract,
      repository,
      platform,
      /^server\/engine\/(engine|limits|capabilities|plan\/|ledger\/|mapping\/|schedule\/|runs\/|outbox\/|deliver\/|fairness\/|enrichment\/|kit\/(payloads|plan|formats\/xml)\.ts)/,
      /^server\/outbound\//,
    ],
    packages: [anyPackage],
  },
  // The limits of a plan may stand in the environment.
  {
    name: 'platform',
    owns: platform,
    ours: [contract, platform, /^server\/outbound\//, /^server\/features\/billing\/limits\.ts$/],
    packages: [anyPackage],
  },
  {
    // Their drivers run in a thread, where they are given a socket of `server/outbound` and open none.
    name: 'engine/kinds/database',
    owns: /^server\/engine\/kinds\/database\//,
    ours: [
      contract,
      /^server\/(outbound|platform\/json)\//,
      /^server\/engine\/(kinds\/(remote-problem|system-fault|http\/masking\/masking)|kit\/(kind|cursor-values|look-back|record-key|time-ahead))\.ts$/,
    ],
    packages: [/^(pg|pg-cursor|mysql2|node:crypto|node:worker_threads)$/],
  },
  {
    name: 'engine',
    owns: /^server\/engine\//,
    ours: [contract, /^server\/(engine|records|outbound|platform\/(database|json|security))\//],
    packages: [
      /^(kysely|uuid|xstate|pino|croner|luxon|csv-parse|saxes|re2js|@azure\/storage-blob|@nats-io\/nats-core\/internal|node:(?!https?$|net$|tls$|child_process$|vm$).*)$/,
      schemaLibrary,
    ],
  },
  { name: 'outbound', owns: /^server\/outbound\//, ours: [contract], packages: [anyPackage] },
  { name: 'server', owns: /^server\/[a-z-]+\.ts$/, ours: [contract, /^server\//], packages: [anyPackage] },
]

/** Which features a feature may import in each layer, besides itself and the kit. A new arrow is a decision; there are no circles. */
export const arrows: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  contract: {
    account: ['auth'],
    connections: ['connectors'],
    admin: ['auth', 'billing', 'connectors', 'settings'],
    billing: ['auth'],
    help: ['account', 'auth', 'builder', 'connectors', 'settings'],
    connectors: ['analytics'],
    builder: ['connectors'],
    library: ['connectors'],
    studio: ['connectors', 'builder'],
    alerts: ['account', 'connectors'],
    shell: ['auth', 'settings'],
    assistant: ['connectors', 'studio'],
    settings: ['auth'],
  },
  'src/machines': {
    connections: ['connectors'],
    builder: ['connections', 'connectors'],
    library: ['builder'],
    studio: ['connectors', 'builder'],
    account: ['auth'],
    alerts: ['account'],
    settings: ['auth'],
    shell: ['connectors', 'settings'],
  },
  'src/services': {
    connectors: ['analytics'],
    builder: ['connections', 'connectors'],
    library: ['connectors'],
    studio: ['connectors', 'builder', 'auth'],
    alerts: ['auth', 'account'],
    account: ['auth'],
    admin: ['auth', 'billing', 'library', 'settings'],
    settings: ['auth'],
    help: ['connectors', 'shell'],
    shell: ['auth', 'settings', 'connectors'],
    assistant: ['auth', 'connectors', 'studio'],
  },
  'src/views': {
    connectors: ['analytics', 'alerts'],
    builder: ['connections', 'connectors', 'settings'],
    library: ['connectors', 'builder', 'auth'],
    studio: ['connectors', 'builder', 'analytics', 'auth'],
    account: ['auth', 'billing'],
    admin: ['auth', 'billing', 'connectors', 'help', 'library', 'settings'],
    alerts: ['account'],
    settings: ['auth'],
    shell: ['auth', 'connectors'],
    assistant: ['auth', 'analytics'],
    help: ['shell', 'assistant'],
  },
  'server/features': {
    billing: ['auth'],
    connectors: ['billing', 'auth', 'connections'],
    builder: ['connectors'],
    library: ['connectors', 'builder'],
    studio: ['connectors', 'builder', 'billing'],
    analytics: ['connectors'],
    alerts: ['connectors', 'analytics', 'auth'],
    account: ['auth'],
    settings: ['auth', 'account', 'billing', 'connectors'],
    help: ['connectors', 'library'],
    shell: ['connectors', 'library', 'auth', 'alerts'],
    assistant: ['connectors', 'builder', 'studio', 'library', 'billing', 'alerts', 'analytics', 'auth', 'help', 'settings'],
    admin: ['connectors', 'alerts', 'auth', 'studio', 'shell', 'assistant', 'settings', 'billing', 'library', 'help'],
  },
}

/** Focus, scroll and native dialogs are the DOM's own state, and some pages still join actors by effects; the list may only shrink. */
export const mayHaveEffects: readonly string[] = [
  'src/views/auth/sign-in/OAuthSuccessRoute.tsx',
  'src/views/auth/sign-in/SessionGuard.tsx',
  'src/views/auth/sign-up/SetupRoute.tsx',
  'src/views/builder/draft/BuilderRoute.tsx',
  'src/views/builder/draft/CreationRoute.tsx',
  'src/views/builder/draft/use-builder.ts',
  'src/views/connectors/details/DetailsRoute.tsx',
  'src/views/connectors/details/LiveReadingMount.tsx',
  'src/views/connectors/list/OverviewSection.tsx',
  'src/views/kit/layout/FocusOnArrival.tsx',
  'src/views/kit/use-link-token.ts',
  'src/views/kit/actors/use-page.ts',
  'src/views/library/EditPublicationRoute.tsx',
  'src/views/studio/StudioRoute.tsx',
]

/**
 * The folders of the engine and its own files, as a record travels, above what they share; each imports only those after it.
 * A new folder takes its place here.
 */
export const engineOrder = [
  'engine',
  'deploy',
  'preview',
  'schedule',
  'runs',
  'plan',
  'read',
  'group',
  'enrichment',
  'mapping',
  'afterwards',
  'outbox',
  'deliver',
  'ledger',
  'metering',
  'kinds',
  'kit',
  'fairness',
  'limits',
  'fault-injection',
]

export const everywhere: readonly (readonly [RegExp, string])[] = [
  [/\beval\(|\bnew Function\(/, 'nothing is evaluated (threat T-EXPR)'],
  [/xstate\.(error|done)\.actor/, 'only XState sends its own events; a machine has an event of its own'],
  [/from 'node:(vm|child_process)'/, 'the server starts no programs and no scripts'],
]
