/** Which address passkeys are for, by the configuration: a passkey of another address signs nothing here. */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'

import {
  type CreatedCredential,
  type CreationOptions,
  passkeyLifetime,
  type RequestOptions,
  type SignedCredential,
} from '#contract/auth/passkeys.ts'
import type { StoredPasskey } from './passkeys.repository.ts'

const rpName = 'Datacrane'
/** EdDSA, ES256, RS256: what devices sign with. */
const algorithms = [-8, -7, -257]

type Credentials = readonly { readonly id: string; readonly transports: string[] }[]
type Owner = { readonly userId: string; readonly email: string; readonly displayName: string }

export type RelyingParty = ReturnType<typeof createRelyingParty>

/** The handle is the id of the person, which is nothing that others know them by. */
const handleOf = (userId: string) => new Uint8Array(Buffer.from(userId))

/** Whether the browser reports that the page was in a frame of another site, where passkeys are refused (WebAuthn, 7.1 and 7.2). */
function isFramed({ response }: CreatedCredential | SignedCredential): boolean {
  try {
    const { crossOrigin, topOrigin } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'))
    return crossOrigin === true || topOrigin !== undefined
  } catch {
    // The library refuses data that is not JSON.
    return false
  }
}

export function createRelyingParty(publicUrl: string) {
  const { origin: expectedOrigin, hostname: rpID } = new URL(publicUrl)
  return {
    /** Every passkey is found without a name and checks its person: it can be the whole sign-in. */
    async creationFor({ userId, email, displayName }: Owner, known: Credentials): Promise<CreationOptions> {
      const options = await generateRegistrationOptions({
        ...{ rpName, rpID, userName: email, userDisplayName: displayName, userID: handleOf(userId) },
        ...{ timeout: passkeyLifetime, attestationType: 'none', excludeCredentials: [...known] },
        supportedAlgorithmIDs: algorithms,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return options as CreationOptions
    },

    /** Without credentials the person chooses among those of this address. */
    async requestFor(credentials: Credentials): Promise<RequestOptions> {
      const allowCredentials = credentials.length === 0 ? {} : { allowCredentials: [...credentials] }
      const how = { rpID, timeout: passkeyLifetime, userVerification: 'required', ...allowCredentials } as const
      return (await generateAuthenticationOptions(how)) as RequestOptions
    },

    /** Null where what was created is not right. */
    async created(response: CreatedCredential, expectedChallenge: string) {
      if (isFramed(response)) return null
      try {
        const how = { expectedChallenge, expectedOrigin, expectedRPID: rpID, requireUserVerification: true }
        const { verified, registrationInfo } = await verifyRegistrationResponse({ response: response as never, ...how })
        return verified && registrationInfo ? registrationInfo : null
      } catch {
        return null
      }
    },

    /** The counter of the signature; null where the signature is not right. */
    async signed(response: SignedCredential, expectedChallenge: string, passkey: StoredPasskey): Promise<number | null> {
      if (isFramed(response)) return null
      const { credentialId: id, publicKey, counter } = passkey
      try {
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          ...{ response: response as never, expectedChallenge, expectedOrigin, expectedRPID: rpID },
          ...{ credential: { id, publicKey, counter }, requireUserVerification: true },
        })
        return verified ? authenticationInfo.newCounter : null
      } catch {
        return null
      }
    },
  }
}
