import styled from 'styled-components'

import { color, font, radius, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Over } from '../Over.tsx'
import { paletteMessages } from './palette.messages.ts'

const messages = paletteMessages.keys

/** The keys that work everywhere. */
export function KeyList({ onLeave }: { readonly onLeave: () => void }) {
  return (
    <Over label={messages.title} onLeave={onLeave}>
      <Title>{messages.title}</Title>
      <List>
        {messages.list.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </List>
      <Button onPress={onLeave}>{paletteMessages.close}</Button>
    </Over>
  )
}

const Title = styled.h2`
  font: ${font.section};
`

const List = styled.dl`
  display: grid;
  gap: ${space[8]};
  overflow: auto;

  & > div {
    display: grid;
    grid-template-columns: minmax(7rem, 10rem) 1fr;
    gap: ${space[8]};
  }

  & dt {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    align-content: start;
    gap: ${space[4]};
  }

  & kbd {
    padding: 0 ${space[8]};
    border: 1px solid ${color['border.control']};
    border-radius: ${radius.control};
    background: ${color['bg.sunken']};
    font: ${font.code};
  }
`
