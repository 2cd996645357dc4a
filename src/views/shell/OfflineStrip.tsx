import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import { type NetworkActor, selectIsOffline } from '../../machines/shell/network.machine.ts'
import { color, font, radius, space } from '../../theme/theme.ts'
import { shellMessages } from './shell.messages.ts'

/** While the browser has no network: what still works, and what is kept. */
export function OfflineStrip({ actor }: { readonly actor: NetworkActor }) {
  const isOffline = useSelector(actor, selectIsOffline)
  return (
    <div role="status">
      {isOffline ? (
        <Strip>
          <strong>{shellMessages.offline.title}</strong> {shellMessages.offline.keeps}
        </Strip>
      ) : null}
    </div>
  )
}

const Strip = styled.p`
  padding: ${space[8]} ${space[16]};
  margin-bottom: ${space[16]};
  border: 1px solid ${color['warning.border']};
  border-radius: ${radius.card};
  background: ${color['warning.subtle']};
  color: ${color['warning.text']};
  font: ${font.body};

  & > strong {
    font: ${font.strong};
  }
`
