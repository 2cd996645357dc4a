/** What is wrong with an Azure side before anything is sent. Paths are JSON pointers into the side's own configuration. */
import type { AzureConfig, DestinationConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import { hasParameters } from '#contract/kit/web-address.ts'
import { addressFault, checkHttpSource } from '../http/checking.ts'

const containerName = /^(?:\$root|\$web|(?!.*--)[a-z0-9][a-z0-9-]{1,61}[a-z0-9])$/

function endpointFault(endpoint: string): string | null {
  if (endpoint === '') return 'The address of the storage account is needed'
  const fault = addressFault(endpoint)
  if (fault !== null) return fault
  if (hasParameters(endpoint)) return 'A shared access signature belongs into the authentication, not into the address'
  return null
}

function checkSide({ azureConfig, auth }: SourceConfig | DestinationConfig): FieldProblem[] {
  if (!azureConfig) return [{ path: '/azureConfig', message: 'Say which container it is' }]
  const errors: FieldProblem[] = []
  const refuse = (path: string, message: string | null) => {
    if (message !== null) errors.push({ path, message })
  }
  const { endpoint, container, prefix = '', format, delimiter }: AzureConfig = azureConfig
  refuse('/azureConfig/endpoint', endpointFault(endpoint))
  if (!containerName.test(container))
    refuse(
      '/azureConfig/container',
      container === ''
        ? 'The name of the container is needed'
        : 'A container has 3 to 63 small letters, digits and single hyphens',
    )
  if (prefix.startsWith('/') || prefix.includes('\\')) refuse('/azureConfig/prefix', 'A prefix begins without / and holds no \\')
  if (delimiter !== undefined && format !== 'csv') refuse('/azureConfig/delimiter', 'Only CSV has a delimiter')
  if (delimiter !== undefined && /["\r\n]/.test(delimiter)) refuse('/azureConfig/delimiter', 'This cannot be a delimiter')
  if (auth && auth.type !== 'none' && auth.type !== 'accountKey' && auth.type !== 'sasToken')
    refuse('/auth/type', 'A storage account is opened by accountKey, sasToken, or none where it is public')
  if (auth?.type === 'accountKey' && auth.account === '') refuse('/auth/account', 'The name of the storage account is needed')
  return errors
}

/** The places of lists in JSON blobs are those of HTTP answers. */
function checkPlaces(config: SourceConfig): FieldProblem[] {
  const ofLists = checkHttpSource(config).filter(({ path }) => path === '/listPath' || path === '/listConfig/iterationPath')
  if (config.listConfig?.type !== 'pagination') return ofLists
  return [...ofLists, { path: '/listConfig/type', message: 'Blobs have no pages: use simple or batch' }]
}

export const checkAzureSource = (config: SourceConfig): FieldProblem[] => [...checkSide(config), ...checkPlaces(config)]
export const checkAzureDestination = (config: DestinationConfig): FieldProblem[] => checkSide(config)
