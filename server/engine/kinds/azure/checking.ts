/** What is wrong with an Azure side before anything is sent. Paths are JSON pointers into the side's own configuration. */
import type { AzureConfig, DestinationConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import { hasParameters } from '#contract/kit/web-address.ts'
import { addressFault, checkHttpSource } from '../http/checking.ts'

const containerName = /^(?:\$root|\$web|(?!.*--)[a-z0-9][a-z0-9-]{1,61}[a-z0-9])$/

function endpointFault(endpoint: string): string | null {
  if (endpoint === '') return 'Enter the storage account URL'
  const fault = addressFault(endpoint)
  if (fault !== null) return fault
  if (hasParameters(endpoint)) return 'Enter the shared access signature under authentication, not in the URL'
  return null
}

function checkSide({ azureConfig, auth }: SourceConfig | DestinationConfig): FieldProblem[] {
  if (!azureConfig) return [{ path: '/azureConfig', message: 'Enter the container' }]
  const errors: FieldProblem[] = []
  const refuse = (path: string, message: string | null) => {
    if (message !== null) errors.push({ path, message })
  }
  const { endpoint, container, prefix = '', format, delimiter }: AzureConfig = azureConfig
  refuse('/azureConfig/endpoint', endpointFault(endpoint))
  if (!containerName.test(container))
    refuse(
      '/azureConfig/container',
      container === '' ? 'Enter the container name' : 'Use 3 to 63 lowercase letters, digits and single hyphens',
    )
  if (prefix.startsWith('/') || prefix.includes('\\'))
    refuse('/azureConfig/prefix', "Start the prefix without / and don't use \\")
  if (delimiter !== undefined && format !== 'csv') refuse('/azureConfig/delimiter', 'Only CSV uses a delimiter. Remove it')
  if (delimiter !== undefined && /["\r\n]/.test(delimiter))
    refuse('/azureConfig/delimiter', 'Use a delimiter other than a quotation mark or line break')
  if (auth && auth.type !== 'none' && auth.type !== 'accountKey' && auth.type !== 'sasToken')
    refuse('/auth/type', 'Choose accountKey or sasToken, or none for a public storage account')
  if (auth?.type === 'accountKey' && auth.account === '') refuse('/auth/account', 'Enter the storage account name')
  return errors
}

/** The places of lists in JSON blobs are those of HTTP answers. */
function checkPlaces(config: SourceConfig): FieldProblem[] {
  const ofLists = checkHttpSource(config).filter(({ path }) => path === '/listPath' || path === '/listConfig/iterationPath')
  if (config.listConfig?.type !== 'pagination') return ofLists
  return [...ofLists, { path: '/listConfig/type', message: 'Blobs have no pages. Use simple or batch' }]
}

export const checkAzureSource = (config: SourceConfig): FieldProblem[] => [...checkSide(config), ...checkPlaces(config)]
export const checkAzureDestination = (config: DestinationConfig): FieldProblem[] => checkSide(config)
