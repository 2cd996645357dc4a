/** What can fail while the text of a configuration is edited and published: a part of the catalogue. `studio-account-settings.md` section 8. */
import { entry } from '../kit/problem-entry.ts'

export const configProblems = {
  'config/missing': entry(0, 'Configuration Not Found', "This connector doesn't exist, or someone deleted it."),
  'config/not-json': entry(0, 'JSON Validation Failed', 'The text is not valid JSON.'),
  'config/not-object': entry(0, 'JSON Validation Failed', 'Enter one object, from { to }.'),
  'config/not-valid': entry(0, 'Validation Failed', 'Please fix the validation errors before publishing'),
  'config/not-checked': entry(0, 'Validation Error', 'Could not validate the configuration.', true),
  'config/not-published': entry(0, 'Publish Failed', 'Failed to publish configuration', true),
  'config/no-token': entry(0, 'Authentication Error', 'No authentication token found'),
} as const
