import type { ResponseFormat } from '#contract/connectors/config/responses/response-format.ts'
import { Button } from '../../../kit/controls/Button.tsx'
import { Banner } from '../../../kit/feedback/Banner.tsx'
import { formatMessages as messages } from './format.messages.ts'

type FormatProposalProps = { readonly format: ResponseFormat; readonly onUse: () => void }

function nameOf({ type, delimiter }: ResponseFormat): string {
  const name = messages.names[type]
  const character = messages.delimiters[delimiter as keyof typeof messages.delimiters] as string | undefined
  return character === undefined ? name : messages.separatedBy(name, character)
}

/** The format that the response of a test seems to have, until one is set. */
export function FormatProposal({ format, onUse }: FormatProposalProps) {
  const charset = format.charset === undefined ? null : messages.charsets[format.charset]
  return (
    <Banner
      tone="info"
      fact={messages.proposal(nameOf(format), charset)}
      actions={<Button onPress={onUse}>{messages.use}</Button>}
    >
      {messages.proposalHint}
    </Banner>
  )
}
