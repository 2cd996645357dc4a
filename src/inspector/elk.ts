/** elkjs in its worker: a layout takes tens of milliseconds, and a chart of later times may take seconds. */
import ELK from 'elkjs/lib/elk-api'
import workerUrl from 'elkjs/lib/elk-worker.min.js?url'

import { withBase } from '../services/kit/address/base.ts'
import type { Elk } from './layout.ts'

let running: Elk | null = null

/** One worker for the page, begun when the first chart is asked for. */
export function elkInWorker(): Elk {
  running ??= new ELK({ workerFactory: () => new Worker(trusted(withBase(workerUrl))) })
  return running
}

type Policies = { readonly createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => Policy }
type Policy = { readonly createScriptURL: (url: string) => string }

/** The page's policy lets no script begin from mere text (`require-trusted-types-for`); this address was written by the build. */
function trusted(url: string): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: Policies }
  return trustedTypes?.createPolicy('elk-worker', { createScriptURL: (it) => it }).createScriptURL(url) ?? url
}
