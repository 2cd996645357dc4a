import styled from 'styled-components'

import { color, space } from '#src/theme/theme.ts'
import { identityMessages } from './identity.messages.ts'

/** What the destination calls a record, after its own key. */
export function RemoteId({ of: { remoteId } }: { readonly of: { readonly remoteId?: string | undefined } }) {
  return remoteId === undefined ? null : <Id title={identityMessages.remoteId}>{remoteId}</Id>
}

const Id = styled.code`
  color: ${color['text.muted']};

  &::before {
    content: '\\2192';
    margin: 0 ${space[4]};
  }
`
