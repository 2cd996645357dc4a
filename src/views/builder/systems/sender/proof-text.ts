/** What proves the sender of a webhook, as a sentence. */
import { hookTolerance } from '#contract/connectors/triggers/hook.ts'
import type { HookProof } from '#contract/connectors/triggers/sender.ts'
import { senderMessages } from './sender.messages.ts'

const { algorithms, kinds, summary } = senderMessages

/** @param proof null: nobody has described it. */
export function proofText(proof: HookProof | null): string {
  switch (proof?.type) {
    case 'signature': {
      const { algorithm, header, timestamp, tolerance = hookTolerance } = proof
      return summary.signature(algorithms[algorithm], header, timestamp === undefined ? null : tolerance)
    }
    case 'token':
      return summary.token[proof.in](proof.name)
    case 'basic':
      return kinds.basic
    case 'address':
      return kinds.address
    default:
      return summary.none
  }
}
