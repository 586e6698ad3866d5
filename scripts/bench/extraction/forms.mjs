import { comparison, loadExtraction, schemasOf } from './material.mjs';
import { openEncoder } from '../moments/material.mjs';
const x = await loadExtraction(); const encoder = await openEncoder(x);
const dot = (a,b)=>{let s=0;for(let i=0;i<a.length;i++)s+=a[i]*b[i];return s;};
const sets = await schemasOf('/tmp/fitset');
const nameWords=(n)=>n.replace(/([a-z\d])([A-Z])/g,'$1 $2').replace(/_/g,' ').toLowerCase();
const strip=(d)=>d.replace(/^(whether|name of|number of)\s+/i,'');
const kindQ=(n,f)=>{const s=nameWords(n);const t=f.enum?'enum':f.type;
 if(t==='boolean')return s; if(t==='integer'||t==='number')return /price|cost|amount|fund|grant|rent|fee|income/.test(s)?`how much is the ${s}`:`how many ${s}`;
 if(/name|owner|by|player|person|contact|scorer|referee/.test(s))return `who is the ${s}`;
 if(/date|time|until|day|when|deadline/.test(s))return `when is the ${s}`;
 if(/place|location|venue|address/.test(s))return `where is the ${s}`;
 return `what is the ${s}`;};
const forms={
 name:(n,f)=>[nameWords(n)],
 what:(n,f)=>[`what is the ${nameWords(n)}?`],
 kind:(n,f)=>[kindQ(n,f)],
 desc:(n,f)=>[f.description??nameWords(n)],
 descstrip:(n,f)=>[strip(f.description??nameWords(n))],
 both:(n,f)=>[nameWords(n),...(f.description?[f.description]:[])],
 whatboth:(n,f)=>[`what is the ${nameWords(n)}?`,...(f.description?[f.description]:[])],
 kindboth:(n,f)=>[kindQ(n,f),...(f.description?[f.description]:[])],
 joined:(n,f)=>[`${nameWords(n)}${f.description?': '+f.description:''}`],
 enumv:(n,f)=>[`${nameWords(n)}${f.description?': '+f.description:''}${f.enum?' '+f.enum.map(nameWords).join(', '):''}`],
 kindjoined:(n,f)=>[`${kindQ(n,f)}${f.description?'? '+f.description:''}`],
 title:(n,f,s)=>[`${nameWords(n)}${f.description?': '+f.description:''}`],
};

const enumj=(n,f)=>`${nameWords(n)}${f.description?': '+f.description:''}${f.enum?' '+f.enum.map(nameWords).join(', '):''}`;
const rows=[];
for(const s of sets){ const speech=s.passages.filter(p=>p.source==='speech');const T=speech.map(p=>p.text);
 const L=await encoder.encode(T,undefined,'line'), P=await encoder.encode(T);
 const role=s.role??'';
 for(const [name,field] of Object.entries(s.fields)){ if(field.expected===null||!field.lines)continue; const f=s.schema.properties[name];
  const v=await encoder.encode([enumj(name,f),kindQ(name,f),nameWords(name),f.description??nameWords(name),`${kindQ(name,f)}? ${f.description??''}`],undefined,'query');
  rows.push({lines:field.lines,n:L.length,L:v.map(q=>L.map(x=>dot(q,x))),P:v.map(q=>P.map(x=>dot(q,x))),T});
 }}
function ev(label,fn){let m=0,a=0,b=0;for(const r of rows){const sc=fn(r);const o=sc.map((x,i)=>[x,i]).sort((p,q)=>q[0]-p[0]).map(x=>x[1]);const k=Math.min(...r.lines.map(l=>o.indexOf(l)));m+=1/(k+1);a+=k<1;b+=k<3;}console.log(label.padEnd(30),(a/rows.length).toFixed(3),(b/rows.length).toFixed(3),(m/rows.length).toFixed(3));}
const add=(...xs)=>xs[0].map((_,i)=>xs.reduce((t,x)=>t+x[i],0)); const mul=(x,k)=>x.map(a=>a*k);
ev('L enumj',r=>r.L[0]); ev('L enumj+kind',r=>add(r.L[0],r.L[1])); ev('L enumj+name',r=>add(r.L[0],r.L[2])); ev('L all',r=>add(...r.L));
ev('L enumj + .3P',r=>add(r.L[0],mul(r.P[0],.3))); ev('L enumj + .6P',r=>add(r.L[0],mul(r.P[0],.6))); ev('+P1',r=>add(r.L[0],r.P[0]));
ev('all L + .5 all P',r=>add(...r.L,...r.P.map(p=>mul(p,.5))));
ev('enumj+.3prev',r=>r.L[0].map((x,i)=>x+.3*(r.L[0][i-1]??0)));
ev('enumj+.3prevQ',r=>r.L[0].map((x,i)=>x+(/\?/.test(r.T[i-1]??'')?.4*Math.max(0,r.L[0][i-1]-x):0)));
ev('enumj-.1Q',r=>r.L[0].map((x,i)=>x-(/\?\s*$/.test(r.T[i])?.1:0)));
ev('enumj centred',r=>{const m=r.L[0].reduce((a,b)=>a+b)/r.n;return r.L[0].map(x=>x-m)});
await encoder.keep();
