import { useState } from 'react'

/**
 * A side with the secret that is being typed. The draft gets the secret when its field is left, because a save hides it; a test can be sent before.
 * @returns the side to test, and what takes the side with what was typed.
 */
export function useTypedSecret<Config extends object>(config: Config): [Config, (typed: Config) => void] {
  const [typed, setTyped] = useState({ of: config, config })
  // Another change of the side ends the typing.
  return [typed.of === config ? typed.config : config, (it) => setTyped({ of: config, config: it })]
}
