/** A list turned on at another place than before. */
import { itemsPathOf, type ListSettings, writtenOf } from './list-settings.ts'

/** The settings with the list at a path turned on: what was configured for another place reads here from now on. */
export function listedAt(settings: ListSettings, path: string): ListSettings {
  const on = { ...settings, isOn: true, path }
  const { config } = settings
  if (config === null || itemsPathOf(writtenOf(on), path) === path) return on
  const { paginationConfig: paging } = config
  const paginationConfig = paging === undefined ? {} : { paginationConfig: { ...paging, responsePathToItems: path } }
  return { ...on, config: { ...config, iterationPath: '', ...paginationConfig } }
}
