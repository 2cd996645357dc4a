import styled from 'styled-components'

import type { SupportRequest } from '#contract/help/support.ts'
import { font, space } from '../../theme/theme.ts'
import { RelativeTime } from '../kit/text/RelativeTime.tsx'
import { BundleText } from './BundleText.tsx'
import { helpMessages } from './help.messages.ts'

const messages = helpMessages.support

/** One request: what was written, every answer, what was added, and what was sent along. */
export function RequestFacts({ request, asked }: { readonly request: SupportRequest; readonly asked: string }) {
  return (
    <Facts>
      <h3>{asked}</h3>
      <p>{request.text}</p>
      {request.messages.map(({ id, from, text, at }) => (
        <Message key={id}>
          <h3>
            {from === 'operator' ? messages.operator : asked} <RelativeTime at={at} />
          </h3>
          <p>{text}</p>
        </Message>
      ))}
      {request.status === 'open' ? <p>{messages.noAnswer}</p> : null}
      <h3>{messages.bundle}</h3>
      <BundleText bundle={request.bundle} />
    </Facts>
  )
}

const Facts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[8]};
  overflow-wrap: anywhere;

  & h3 {
    font: ${font.strong};
  }

  & p {
    white-space: pre-wrap;
  }
`

const Message = styled.section`
  display: grid;
  gap: ${space[4]};
`
