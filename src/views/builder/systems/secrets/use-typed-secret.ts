import { useState } from 'react'

import { canonical } from '#src/machines/builder/lists/canonical.ts'
import type { SideConfig } from '#src/machines/builder/systems/side-config.ts'

type Secrets = Pick<SideConfig, 'auth' | 'secrets'>

const textOf = ({ auth, secrets }: Secrets) => canonical([auth ?? null, secrets ?? null])

/**
 * A side with the secret that is being typed. The draft gets the secret when its field is left, because a save hides it; a test can be sent before.
 * A save meanwhile changes nothing of it.
 * @returns the side to test, and what takes the side with what was typed.
 */
export function useTypedSecret<Config extends Secrets>(config: Config): [Config, (typed: Config) => void] {
  const [typed, setTyped] = useState<{ readonly of: string } & Secrets>({ of: '' })
  const { of, ...secrets } = typed
  return [
    of === textOf(config) ? { ...config, ...secrets } : config,
    ({ auth, secrets }) => setTyped(typedOf(config, { auth, secrets })),
  ]
}

const typedOf = (config: Secrets, { auth, secrets }: { readonly [K in keyof Secrets]-?: Secrets[K] | undefined }) => ({
  of: textOf(config),
  ...(auth === undefined ? {} : { auth }),
  ...(secrets === undefined ? {} : { secrets }),
})
