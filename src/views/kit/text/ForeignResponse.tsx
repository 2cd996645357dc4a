import styled from 'styled-components'

import type { ForeignAnswer } from '#contract/kit/problem.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { number } from '../format/numbers.ts'
import { bytes } from '../format/sizes.ts'
import { problemMessages as messages } from '../problem.messages.ts'
import { Sentence } from './Sentence.tsx'

/** What another system answered, as it was recorded: cut to size and with its secrets masked by the server. */
export function ForeignResponse({ answer }: { readonly answer: ForeignAnswer }) {
  const headers = Object.entries(answer.headers)
  return (
    <Figure>
      <figcaption>
        {/* What does not speak HTTP has no status. */}
        <Sentence
          of={messages.answered(answer.status !== 0, answer.bytes === null ? null : bytes(answer.bytes))}
          parts={{ status: <strong>{answer.status}</strong> }}
        />
      </figcaption>
      {answer.body === '' ? (
        <p>{messages.noText}</p>
      ) : (
        <Text tabIndex={0} role="region" aria-label={messages.answer}>
          {answer.body}
        </Text>
      )}
      {headers.length === 0 ? null : (
        <details>
          <summary>{messages.headerCount(number(headers.length))}</summary>
          <Text tabIndex={0} role="region" aria-label={messages.headers}>
            {headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
          </Text>
        </details>
      )}
    </Figure>
  )
}

const Figure = styled.figure`
  display: grid;
  gap: ${space[8]};
  min-width: 0;
  margin: 0;
`

const Text = styled.pre`
  max-height: 12rem;
  padding: ${space[8]} ${space[12]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.control};
  background: ${color['bg.surface']};
  color: ${color['text.default']};
  font: ${font.code};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  overflow: auto;
`
