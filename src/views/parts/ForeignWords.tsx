import styled from 'styled-components'

import type { ForeignAnswer } from '../../../contract/problem.ts'
import { color, font, radius, space } from '../../theme/theme.ts'
import { bytes } from './words.ts'

/** What another system answered, as it was recorded: cut to size and with its secrets masked by the server. */
export function ForeignWords({ answer }: { readonly answer: ForeignAnswer }) {
  const headers = Object.entries(answer.headers)
  return (
    <Figure>
      <figcaption>
        The other side answered{/* What does not speak HTTP has no status. */}
        {answer.status === 0 ? null : <strong> {answer.status}</strong>}
        {answer.bytes === null ? null : `, ${bytes(answer.bytes)}`}
      </figcaption>
      {answer.body === '' ? (
        <p>It sent no text with it.</p>
      ) : (
        <Text tabIndex={0} role="region" aria-label="Answer">
          {answer.body}
        </Text>
      )}
      {headers.length === 0 ? null : (
        <details>
          <summary>Headers ({headers.length})</summary>
          <Text tabIndex={0} role="region" aria-label="Headers">
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
