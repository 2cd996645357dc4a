import styled from 'styled-components'
import type { NetworkActor } from '../../machines/shell/network.machine.ts'
import { color, font, radius, space } from '../../theme/theme.ts'
import { useMatches } from '../kit/use-snapshot.ts'
import { shellMessages } from './shell.messages.ts'

/** While the browser has no network: what still works, and what is kept. */
export function OfflineStrip({ actor }: { readonly actor: NetworkActor }) {
  const isOffline = useMatches(actor, 'offline')
  return (
    <Region role="status">
      {isOffline ? (
        <Strip>
          <strong>{shellMessages.offline.title}</strong> {shellMessages.offline.keeps}
        </Strip>
      ) : null}
    </Region>
  )
}

/** It is there before there is anything to say, and takes no room until then. */
const Region = styled.div`
  &:empty {
    position: absolute;
  }
`

const Strip = styled.p`
  padding: ${space[8]} ${space[16]};
  border: 1px solid ${color['warning.border']};
  border-radius: ${radius.card};
  background: ${color['warning.subtle']};
  color: ${color['warning.text']};
  font: ${font.body};

  & > strong {
    font: ${font.strong};
  }
`
