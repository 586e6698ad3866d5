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
const res={};
for(const mode of ['line','passage']) for (const role of ['query','passage']) for(const k in forms){
 let mrr=0,t1=0,t3=0,n=0;
 for(const s of sets){ const speech=s.passages.filter(p=>p.source==='speech');
  const lv=await encoder.encode(speech.map(p=>p.text),undefined,mode);
  for(const [name,field] of Object.entries(s.fields)){ if(field.expected===null||!field.lines)continue;
   const f=s.schema.properties[name]; const texts=forms[k](name,f,s);
   const q=await encoder.encode(texts,undefined,role);
   const sc=lv.map(v=>Math.max(...q.map(a=>dot(a,v)))*0+q.reduce((t,a)=>t+dot(a,v),0)/q.length);
   const order=sc.map((v,i)=>[v,i]).sort((a,b)=>b[0]-a[0]).map(a=>a[1]);
   const r=Math.min(...field.lines.map(l=>order.indexOf(l)).filter(a=>a>=0));
   n++; mrr+=1/(r+1); if(r<1)t1++; if(r<3)t3++;
  }}
 console.log(mode,role,k.padEnd(10),'top1',(t1/n).toFixed(2),'top3',(t3/n).toFixed(2),'mrr',(mrr/n).toFixed(3),n);
}
await encoder.keep();
