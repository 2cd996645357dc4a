/** The steps of a way through a gateway, in their order. */
export type GatewayStep = 'resolve' | 'connect' | 'tls' | 'authenticate' | 'tunnel'

/** At which step a gateway did not open the way, and what it did, as the rest of a sentence that begins with its name. */
export class GatewayRefusal extends Error {
  readonly step: GatewayStep
  /** Whether asking again would meet the same: it refuses the key. */
  readonly isFinal: boolean

  constructor(step: GatewayStep, does: string, isFinal = false, options?: ErrorOptions) {
    super(does, options)
    this.name = 'GatewayRefusal'
    this.step = step
    this.isFinal = isFinal
  }
}
