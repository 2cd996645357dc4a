import { TriangleAlert } from 'lucide-react'
import styled from 'styled-components'

import { color, font, radius, space } from '#src/theme/theme.ts'
import { replayMessages } from './replay.messages.ts'

const messages = replayMessages.warning

/** What a replay does is said before anything else. */
export function ReplayWarning() {
  return (
    <Banner role="note" aria-label={messages.title}>
      <TriangleAlert aria-hidden="true" />
      <div>
        <Title>{messages.title}</Title>
        <p>{messages.text}</p>
      </div>
    </Banner>
  )
}

const Banner = styled.div`
  display: flex;
  gap: ${space[12]};
  padding: ${space[12]} ${space[16]};
  border: 1px solid ${color['warning.border']};
  border-radius: ${radius.card};
  background: ${color['warning.subtle']};
  color: ${color['warning.text']};

  & > svg {
    flex: none;
    width: 1.25rem;
    height: 1.25rem;
  }
`

const Title = styled.p`
  font: ${font.strong};
`
