/** Limits, defaults and texts of the section Network Connectivity. `worklist.md` C-7, X7. */

export const gatewayLimits = {
  requestsPerMinute: { min: 1, max: 10_000 },
  requestsPerHour: { min: 1, max: 100_000 },
} as const

export const networkDefaults = {
  cloudToCloud: { enabled: false },
  apiGateway: { enabled: true, rateLimiting: { enabled: true, requestsPerMinute: 1_000, requestsPerHour: 10_000 } },
} as const

/** What a gateway of the specification belongs to; a label and nothing more (X8). */
export const cloudProviders = ['aws', 'azure', 'gcp', 'oracle', 'ibm', 'custom'] as const
export const serviceTypes = ['database', 'storage', 'api', 'webhook', 'ftp', 'other'] as const
export const regions = ['us-east-1', 'us-west-2', 'eu-west-1', 'eu-central-1', 'ap-southeast-1', 'ap-northeast-1'] as const

export const privateNetworkLimits = {
  gateways: 20,
  endpoints: 50,
  nameMax: 100,
  urlMax: 2_000,
  /** Bytes; SOCKS5 has a length of one byte for each. */
  usernameMax: 255,
  keyMax: 255,
  reasonMax: 1_000,
  /** Networks that one approved name may lead to. */
  networks: 20,
  networkMax: 49,
  /** Of one gateway. */
  testsAnHour: 30,
  /** Seconds until a change is in force on every process. */
  effectSeconds: 5,
} as const

/** What a gateway is asked to reach when it is tested and nothing else is named. */
export const testTarget = 'example.com:443'
/** Sent to a gateway where no user name is set. */
export const defaultUsername = 'datacrane'

/** The steps of a way through a gateway, in their order. */
export const gatewaySteps = ['resolve', 'connect', 'tls', 'authenticate', 'tunnel'] as const
export type GatewayTestStep = (typeof gatewaySteps)[number]

export const networkTexts = {
  saved: 'Network connectivity settings saved successfully!',
  gatewayAdded: 'VPN configuration added successfully!',
  gatewayRemoved: 'VPN configuration removed successfully!',
  endpointAdded: 'Private endpoint added successfully!',
  endpointRemoved: 'Private endpoint removed successfully!',
  gatewayAddress:
    'Enter the address of an HTTPS CONNECT or SOCKS5 proxy, for example https://proxy.example.com:8443 or socks5://proxy.example.com:1080',
  inAddress: 'The user name and the key have fields of their own: remove them from the address',
  endpointAddress: 'Enter a host and a port, for example postgresql://db.internal.example.com:5432',
  neverPrivate: 'This machine and the metadata services of clouds cannot be private endpoints',
  keyTooLong: 'At most 255 bytes',
  keyAgain: 'Enter the pre-shared key again: it was saved for another address',
  keyMissing: 'Enter the pre-shared key: backups do not contain it',
  target: 'Enter a host and a port, for example example.com:443',
  networks: 'Enter addresses or networks of private ranges, one on each line, for example 10.1.2.3 or 10.1.0.0/16',
} as const
