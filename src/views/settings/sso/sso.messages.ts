/** Single sign-on in the tab Security Settings. */
export const ssoMessages = {
  retry: 'Retry',
  connection: {
    title: 'Single sign-on (SSO)',
    sub: 'Members sign in through your identity provider with SAML 2.0, OpenID Connect or OAuth 2. New members get the role USER.',
    loading: 'Loading single sign-on…',
    statuses: { off: 'Off', tested: 'Tested, off', optional: 'On', enforced: 'On, required' },
    meanings: {
      off: 'Save and test the identity provider. You can switch it on after a successful test.',
      tested: 'The last test succeeded. You can switch on single sign-on.',
      optional:
        'Members sign in with single sign-on or their password. To change the identity provider, switch single sign-on off first.',
      enforced: 'Members sign in with single sign-on only. To change the identity provider, switch single sign-on off first.',
    },
    group: 'Identity provider settings',
    provider: 'Provider',
    providerHint: 'The protocol your identity provider uses.',
    providers: { SAML: 'SAML', OIDC: 'OIDC', OAuth2: 'OAuth2' },
    fields: {
      'saml.idpUrl': 'IdP URL',
      'saml.entityId': 'Entity ID',
      'saml.certificate': 'Certificate',
      'oidc.discoveryUrl': 'Discovery URL',
      'oidc.clientId': 'Client ID',
      'oidc.clientSecret': 'Client Secret',
      'oauth2.authorizationUrl': 'Authorization URL',
      'oauth2.tokenUrl': 'Token URL',
      'oauth2.userInfoUrl': 'User Info URL',
      'oauth2.clientId': 'Client ID',
      'oauth2.clientSecret': 'Client Secret',
      'oauth2.scope': 'Scope',
      'oauth2.idField': 'ID Field',
    },
    hints: {
      'saml.idpUrl': "Your identity provider's sign-in URL.",
      'saml.entityId': "Your identity provider's entity ID.",
      'saml.certificate':
        "Your identity provider's signing certificate, in PEM format. Enter both certificates during a key change.",
      'oidc.discoveryUrl': 'The issuer URL, or the URL that ends with /.well-known/openid-configuration.',
      'oidc.clientSecret': 'Leave empty for a public client.',
      'oauth2.clientSecret': 'Leave empty for a public client.',
      'oauth2.idField': 'A field that identifies a person and never changes, such as sub or id.',
    } as Readonly<Record<string, string>>,
    kept: (last4: string) =>
      last4 === ''
        ? 'Saved. Leave empty to keep the current value.'
        : `Saved, ends in ${last4}. Leave empty to keep the current value.`,
    redirect: 'Register this redirect URL with your identity provider:',
    redirectUrl: 'Redirect URL',
    serviceProvider: 'Service provider',
    serviceProviderHint: 'Enter these values in your identity provider. Sign-ins must start in Datacrane, not at the provider.',
    facts: { entityId: 'SP entity ID', acsUrl: 'ACS URL', certificate: 'Certificate of Datacrane' },
    download: 'Download metadata',
    noCertificate: 'The certificate is created when you first save.',
    certificateOf: (subject: string) => `Certificate of the identity provider (${subject}): valid until`,
    save: 'Save single sign-on',
    discard: 'Discard',
    test: 'Test connection',
    leaving: 'Opening the provider…',
    lastTest: {
      title: 'Last test',
      none: "Not tested yet. A test signs no one in. It shows the provider's response and the result.",
      passed: 'Test passed',
      failed: 'Test failed',
      by: (name: string) => `Tested by ${name},`,
      said: 'The identity provider returned:',
    },
    trust: {
      needed: 'First sign-ins are rejected.',
      neededWhy:
        "Your identity provider doesn't confirm that email addresses are verified, so new members can't sign in. If members can't choose their own email, select the checkbox below and save. Existing members are not affected.",
      refusedAt: 'Last refused:',
      title: 'Email addresses',
      label: 'Company-managed email addresses',
      hint: "Turn this on if members can't choose their own email at the provider. If this is off, new members need a verified email.",
    },
    breakGlass: {
      title: 'Emergency administrators',
      hint: 'They can always sign in with their password, for example if the identity provider is down. Add at least one before you require single sign-on.',
    },
    dialogs: {
      require: {
        title: 'Require single sign-on',
        confirm: 'Require',
        text: 'Members sign in with single sign-on only. Sessions with a password or passkey end. Emergency administrators are exempt. API keys keep working.',
      },
      'allow-passwords': {
        title: 'Allow passwords again',
        confirm: 'Allow passwords',
        text: 'Members sign in with single sign-on or their password.',
      },
      save: {
        title: 'Save single sign-on',
        confirm: 'Save',
        text: 'Test your changes before you switch on single sign-on.',
      },
      on: {
        title: 'Switch on single sign-on',
        confirm: 'Switch on',
        text: 'Members with an email in your verified domains can sign in.',
      },
      off: {
        title: 'Switch off single sign-on',
        confirm: 'Switch off',
        text: 'Members can no longer sign in with it. Those without a password can request one with “Forgot password?”.',
      },
    },
  },
  domains: {
    title: 'Single sign-on email domains',
    sub: 'Only people with an email in these domains can sign in. A domain belongs to one company.',
    loading: 'Loading the email domains…',
    none: 'No domains yet.',
    label: 'Domain',
    hint: 'For example example.com. Add subdomains separately.',
    add: 'Add domain',
    list: 'Email domains',
    verified: 'Verified',
    unverified: 'Not verified',
    how: (domain: string) =>
      `Add this TXT record to the DNS of ${domain}, then check it. New records can take up to a day to appear.`,
    record: (domain: string) => `TXT record for ${domain}`,
    outcomes: {
      found: 'TXT record found.',
      'other-records': 'The domain has TXT records, but not this one.',
      'no-records': "The domain has no TXT record or doesn't exist.",
      'no-answer': 'No name server responded. Check again in a minute.',
    },
    checkedAt: 'Last check',
    since: 'Verified since',
    check: 'Check record',
    checking: 'Checking…',
    remove: 'Remove',
    dialogs: {
      add: {
        title: 'Add email domain',
        confirm: 'Add domain',
        text: (domain: string) => `${domain} added. You can use it for sign-in once its TXT record is found.`,
      },
      remove: {
        title: 'Remove email domain',
        confirm: 'Remove',
        text: (domain: string) =>
          `People with an email at ${domain} can no longer use single sign-on. Another company can add the domain.`,
      },
    },
  },
}
