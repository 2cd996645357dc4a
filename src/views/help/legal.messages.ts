/** The two legal pages. A section's `id` is its anchor: it stays when the words change. `studio-account-settings.md` sections 2 and 9. */
type Section = { readonly id: string; readonly title: string; readonly text: readonly string[] }

const privacy: readonly Section[] = [
  {
    id: 'overview',
    title: 'Overview',
    text: [
      'This policy explains what information Datacrane collects about you, why we collect it, who can see it, and what rights you have. “We” means the operator of this Datacrane installation. “Your company” means the company whose workspace you use.',
      'Your company decides which records its connectors move, and why. We process these records on its behalf and for no purposes of our own.',
    ],
  },
  {
    id: 'information-collected',
    title: 'Information we collect',
    text: [
      'Information you give us: your name, email address, password and company. You can also add a phone number, photo, job title and billing details. Datacrane never asks for or stores card numbers.',
      "Information created when you use Datacrane: your sign-ins with time, IP address, device and result. We also record who changed what and when, and your connectors' runs with their totals and errors.",
      'Records that your connectors move, if your company chooses to store them for searching, checking and replaying.',
      "Your browser stores your session, theme and menu settings. We don't use advertising cookies or trackers.",
    ],
  },
  {
    id: 'use',
    title: 'How we use it',
    text: [
      'We use information to sign you in, keep your account safe, run your connectors and show their results. We also use it for billing, support and our legal obligations.',
      "We don't sell your information, build advertising profiles, or train models on your records.",
    ],
  },
  {
    id: 'sharing',
    title: 'Sharing',
    text: [
      'Your connectors share records with the systems you set up. We share information with contracted providers, such as hosting and message delivery, only as far as they need it. We share information with authorities only where the law requires it.',
      "Your company's administrators can see its members, sign-ins and connectors. Other companies can't.",
    ],
  },
  {
    id: 'security',
    title: 'Security',
    text: [
      'We store passwords only as hashes and connector secrets only encrypted. One-time codes and links work once and expire soon. Every request is checked against your role and company. If you set up a second factor, you also need it to sign in.',
      'No system is completely secure. If an incident affects you, we notify you and the authorities as the law requires.',
    ],
  },
  {
    id: 'rights',
    title: 'Your rights',
    text: [
      'You can ask for a copy of your information in a common format, have it corrected or deleted, or object to its use. You can withdraw your consent at any time, and complain to a data protection authority.',
      'We answer requests in about 30 days. If we need more time for an unusually large request, we tell you within that period.',
      'Send requests about moved records to the company whose connectors moved them. We help that company answer.',
    ],
  },
  {
    id: 'international-transfers',
    title: 'International transfers',
    text: [
      "We, our providers or your company's connectors may transfer information to other countries. Where the law requires safeguards, such as standard contractual clauses, we and our providers have them in place.",
    ],
  },
  {
    id: 'retention',
    title: 'Retention',
    text: [
      "We store account information while the account exists, and afterwards only as long as the law requires. Your company's retention policy sets how long we store run data, sign-ins and changes. The operator of this Datacrane installation sets the maximum. A daily job then removes older data and reports what it removed. Names of people who left a company are deleted only after one of its administrators approves the deletion.",
      "If you request deletion, we delete your information after 30 days, in case you change your mind. Until then, you can withdraw the request. Sign-in and change records remain complete until your company's retention policy removes them.",
    ],
  },
  {
    id: 'children',
    title: 'Children under 16',
    text: [
      "Datacrane is for work and not intended for children under 16. We don't knowingly collect information about children. If we find such information, we delete it.",
    ],
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    text: [
      'We publish changes to this policy here, with the effective date. We tell you about significant changes by email or in the console before they take effect.',
    ],
  },
  {
    id: 'contact',
    title: 'Contact',
    text: [
      'Ask your company administrator first, who can see and change most of this information. If you need more help, ask the operator of this Datacrane installation.',
    ],
  },
]

const terms: readonly Section[] = [
  {
    id: 'acceptance',
    title: 'Acceptance',
    text: [
      "By creating an account or using Datacrane, you agree to these terms for yourself and for the company you represent. If you don't agree, don't use Datacrane. “We” means the operator of this Datacrane installation.",
    ],
  },
  {
    id: 'service',
    title: 'The service',
    text: [
      'With Datacrane, you build and deploy connectors that move records between systems, and monitor and replay their runs. Datacrane delivers every record at least once. If the destination supports idempotency keys, a repeated delivery has no further effect.',
      'We may improve the service at any time. We tell you before we remove a feature that you pay for and rely on.',
    ],
  },
  {
    id: 'accounts',
    title: 'Accounts',
    text: [
      "Give accurate information and keep your password and codes secret. Tell us immediately if someone else used your account. A company's administrators decide who its members are, and are responsible for their activity. You must be at least 16 years old.",
    ],
  },
  {
    id: 'acceptable-use',
    title: 'Acceptable use',
    text: [
      "Don't use Datacrane to break the law, violate the rights of others, access systems without permission, spread malware or send unwanted messages. Don't overload Datacrane or bypass its limits and protection.",
      'Only connect systems you have permission to read from or write to, and follow their terms.',
    ],
  },
  {
    id: 'your-data',
    title: 'Your data',
    text: [
      'Your records and configurations remain yours. You allow us to store, move and change them only as needed to provide the service. You are responsible for having the right to move them.',
      'The Privacy Policy describes how we handle personal information and is part of these terms.',
    ],
  },
  {
    id: 'fees',
    title: 'Fees and payment',
    text: [
      'You agree to the price of a paid plan before we bill you. Metered plans are billed by actual usage. Fees are due as stated on the invoice, and exclude taxes unless shown.',
      'We may change fees with 30 days’ notice. Changes apply from your next billing period after the notice. You can cancel the plan until then.',
    ],
  },
  {
    id: 'intellectual-property',
    title: 'Intellectual property',
    text: [
      'The software, its design and its name belong to us or our licensors. While these terms apply, you may use them for your own business. You may not copy, resell or reverse engineer them except where the law allows it. We may freely use your suggestions.',
    ],
  },
  {
    id: 'confidentiality',
    title: 'Confidentiality',
    text: [
      "Both of us keep each other's confidential information secret and use it only for the purposes of these terms. We share it only with people who need it and have the same duty. This does not apply to information that is public or was lawfully known before.",
    ],
  },
  {
    id: 'availability',
    title: 'Availability and support',
    text: [
      "We work to keep Datacrane available and announce maintenance in the console. Unless your plan says otherwise, we don't guarantee availability or response times.",
    ],
  },
  {
    id: 'warranties',
    title: 'Warranties',
    text: [
      "Except as these terms or the law provide, Datacrane is provided as is. We don't warrant that it is fit for a particular purpose or free of errors, or that connected systems work correctly.",
    ],
  },
  {
    id: 'liability',
    title: 'Liability',
    text: [
      "Neither of us is liable for lost profit or indirect damages. Each party's total liability under these terms is limited to the fees for the 3 months before the event that caused it.",
      'Nothing in these terms limits liability that cannot be limited by law.',
    ],
  },
  {
    id: 'indemnity',
    title: 'Indemnity',
    text: [
      'You cover third-party claims against us that result from data you moved or from your breach of these terms, as far as you caused them. We cover claims that Datacrane itself infringes someone’s rights.',
    ],
  },
  {
    id: 'termination',
    title: 'Term and termination',
    text: [
      'These terms apply while you have an account. Either of us may end them with 30 days’ notice.',
      'If one of us materially breaches these terms and does not remedy the breach within 15 days of notice, the other may end them immediately.',
      'Before the terms end, you can export your configurations and records. Afterwards, we delete them as the Privacy Policy describes. Unpaid fees, confidentiality and liability survive the end of these terms.',
    ],
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    text: [
      'We publish changes to these terms here, with the effective date. We tell you about significant changes before they take effect. If you use Datacrane after that date, you agree to the new terms.',
    ],
  },
  {
    id: 'law',
    title: 'Law and general provisions',
    text: [
      'The law and courts of the place where the operator of this Datacrane installation is established apply, unless mandatory law says otherwise. If one provision is invalid, the others remain in effect. Neither of us is responsible for events beyond its control.',
    ],
  },
  {
    id: 'contact',
    title: 'Contact',
    text: ['Ask your company administrator, or the operator of this Datacrane installation.'],
  },
]

export const legalMessages = {
  contents: 'Contents',
  effective: 'Effective',
  /** A calendar day, ISO 8601. */
  effectiveDate: '2026-11-21',
  toConsole: 'Go to the dashboard',
  toSignIn: 'Sign in',
  other: 'See also:',
  privacy: { title: 'Privacy Policy', path: '/privacy-policy', sections: privacy },
  terms: { title: 'Terms of Service', path: '/terms-service', sections: terms },
}
