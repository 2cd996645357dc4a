import styled from 'styled-components'

import type { Exchange } from '#contract/builder/probe.ts'
import { color, radius, space } from '#src/theme/theme.ts'
import { duration } from '../../kit/format/spans.ts'
import { Code, Hint } from '../../kit/layout/blocks.ts'
import { ForeignResponse } from '../../kit/text/ForeignResponse.tsx'
import { sideMessages } from './side.messages.ts'

const messages = sideMessages.probe

type ExchangeViewProps = {
  readonly exchange: Exchange
  /** Of several the last one is what was wanted; those before it, such as for a token, are folded. */
  readonly isLast: boolean
}

/** One request as it was really made, and what came back; secrets are masked and long bodies cut by the server. */
export function ExchangeView({ exchange, isLast }: ExchangeViewProps) {
  const { method, url } = exchange.request
  const asked = (
    <RequestLine>
      <strong>{method}</strong> <code>{url}</code>
    </RequestLine>
  )
  if (isLast)
    return (
      <Frame>
        {asked}
        <Rest exchange={exchange} />
      </Frame>
    )
  return (
    <details>
      <summary>{asked}</summary>
      <Frame>
        <Rest exchange={exchange} />
      </Frame>
    </details>
  )
}

function Rest({ exchange: { request, response, duration: took, fault } }: { readonly exchange: Exchange }) {
  const headers = Object.entries(request.headers)
  return (
    <>
      {headers.length === 0 ? null : (
        <details>
          <summary>{messages.requestHeaders}</summary>
          <Code>{headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</Code>
        </details>
      )}
      {request.body === null || request.body === '' ? null : (
        <details>
          <summary>{messages.requestBody}</summary>
          <Code>{request.body}</Code>
        </details>
      )}
      {fault === null ? null : <p>{messages.faults[fault]}</p>}
      {response === null ? (
        <p>{messages.noAnswer}</p>
      ) : (
        <ForeignResponse answer={{ ...response, status: response.status ?? 0 }} />
      )}
      <Hint>
        {messages.took(duration(took))} {response?.isCut ? messages.cut : null}
      </Hint>
    </>
  )
}

const Frame = styled.div`
  display: grid;
  gap: ${space[8]};
  min-width: 0;
  padding: ${space[12]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
`

const RequestLine = styled.span`
  overflow-wrap: anywhere;
`
