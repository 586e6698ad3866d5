/** What a release is made of, in CycloneDX 1.5: https://cyclonedx.org/docs/1.5/json */
import { createHash } from 'node:crypto';

/**
 * The bill of materials of the package: what is bundled into dist/, and what npm installs beside it. It is the same for the
 * same lock file and sources, so that two builds can be compared.
 * @param lock package-lock.json, read
 * @param bundled where the packages in dist/ are, as in the lock file: `node_modules/NAME`
 * @throws Error for a bundled package that the lock file does not have
 */
export function billOfMaterials(lock, bundled) {
  const { '': own, ...packages } = lock.packages;
  const installed = Object.keys(packages).filter((at) => !packages[at].dev);
  const byReference = new Map();
  for (const at of [...bundled, ...installed]) {
    if (!packages[at]) throw new Error(`${at} is bundled, but package-lock.json does not have it`);
    const component = componentOf(nameAt(at), packages[at], bundled.has(at));
    if (!byReference.has(component.purl)) byReference.set(component.purl, component);
  }
  const components = [...byReference.keys()].sort().map((reference) => byReference.get(reference));
  const content = { component: { ...described(own.name, own.version, own.license), type: 'application' } };
  const bill = { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata: content, components };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    ...bill,
    serialNumber: serialOf(bill),
  };
}

const nameAt = (at) => at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length);

function componentOf(name, { version, license, integrity, optional }, isBundled) {
  return {
    ...described(name, version, license),
    type: 'library',
    scope: optional && !isBundled ? 'optional' : 'required',
    ...(integrity && { hashes: [hashOf(integrity)] }),
    properties: [{ name: 'vau:delivery', value: isBundled ? 'bundled' : 'installed' }],
  };
}

function described(name, version, license) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const spoken = license && (/[ ()]/.test(license) ? { expression: license } : { license: { id: license } });
  return { 'bom-ref': purl, name, version, purl, ...(spoken && { licenses: [spoken] }) };
}

/** `sha512-BASE64` of npm, as CycloneDX writes it. */
function hashOf(integrity) {
  const [algorithm, base64] = integrity.split(' ')[0].split('-');
  return {
    alg: algorithm.toUpperCase().replace('SHA', 'SHA-'),
    content: Buffer.from(base64, 'base64').toString('hex'),
  };
}

/** A UUID that the content gives, by version 8 of RFC 9562. */
function serialOf(bill) {
  const hex = createHash('sha256').update(JSON.stringify(bill)).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:uuid:${parts.join('-')}`;
}
