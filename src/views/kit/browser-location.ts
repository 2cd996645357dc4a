/** The router's hooks for pages whose first load is counted, with paths within this console. */
import { navigate as moveTo, useLocationProperty } from 'wouter/use-browser-location'

import { pathNow, withBase } from '../../services/kit/address/base.ts'

export { useSearch } from 'wouter/use-browser-location'
export const usePathname = (): string => useLocationProperty(pathNow, pathNow)
export const navigate = (to: string, options?: Parameters<typeof moveTo>[1]): void => moveTo(withBase(to), options)
