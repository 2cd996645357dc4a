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
  gatewayAddress: 'Enter an HTTPS or SOCKS5 proxy URL, such as https://proxy.example.com:8443 or socks5://proxy.example.com:1080',
  inAddress: 'Remove the user name and key from the URL. Enter them in their own fields',
  endpointAddress: 'Enter a host and port, such as postgresql://db.internal.example.com:5432',
  neverPrivate: "Choose another host. This machine and cloud metadata services can't be private endpoints",
  keyTooLong: 'Enter at most 255 bytes',
  keyAgain: 'Enter the pre-shared key again, because the URL has changed',
  keyMissing: "Enter the pre-shared key. Backups don't contain it",
  target: 'Enter a host and port, such as example.com:443',
  networks: 'Enter private addresses or networks, one per line, such as 10.1.2.3 or 10.1.0.0/16',
} as const
